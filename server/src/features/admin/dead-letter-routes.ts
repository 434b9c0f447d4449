import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { listDeadLetters } from '../outbox/dead-letters.ts'
import { closeDeadLetter, presentLetter, readDeadLetter, replayDeadLetter } from './dead-letters.ts'
import { CloseDeadLetterBody, DeadLetterDetailView, DeadLettersQuery, DeadLetterView } from './schema.ts'

/** Jobs that kept failing, and unmatched webhooks about money. */
export function deadLetterRoutes(app: App, deps: Deps) {
  const config = { access: OPERATOR } as const
  const tags = ['admin']

  app.get(
    '/admin/dead-letters',
    {
      config,
      schema: {
        tags,
        summary: 'List dead letters, newest first',
        description: 'Webhooks include payments that could not be matched to an order; `reason` says why.',
        querystring: DeadLettersQuery,
        response: { 200: listOf(DeadLetterView) },
      },
    },
    async ({ query: { kind, replayed, closed, ...paging } }) => {
      const list = `admin/dead-letters/${kind ?? ''}/${replayed ?? ''}/${closed ?? ''}`
      const pager = createPager(deps.signer, list, PLATFORM)
      const page = pager.pageOf(paging)
      const kinds = kind ? [kind] : (['WEBHOOK', 'JOB'] as const)
      const filter = { kinds, isReplayed: flagOf(replayed), isClosed: flagOf(closed) }
      const { rows, total } = await listDeadLetters(deps.db, filter, page)
      return pager.answer(page, rows.map(presentLetter), total, ({ id }) => id)
    },
  )
  app.get(
    '/admin/dead-letters/:id',
    {
      config,
      schema: { tags, summary: 'Get a dead letter', params: IdParams, response: { 200: DeadLetterDetailView } },
    },
    async ({ params }) => readDeadLetter(deps, params.id),
  )
  app.post(
    '/admin/dead-letters/:id/replay',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Replay a dead letter',
        description: 'Runs the regular handler, which is idempotent. If it fails again, a new dead letter is created.',
        params: IdParams,
        response: { 200: DeadLetterView },
      },
    },
    async ({ operator, params }) => replayDeadLetter(deps, operator, params.id),
  )
  app.post(
    '/admin/dead-letters/:id/close',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Close a dead letter without a replay',
        description:
          'Works for every kind. A closed dead letter cannot be replayed, and a replayed one cannot be closed (409). Closing it again changes nothing. Closing the job of a refund also finishes the refund: as refunded if the payment gateway made it, otherwise as failed, so that it can be decided again; 503 `GATEWAY_UNAVAILABLE` while the gateway cannot be asked, 409 while it is still processing the refund. Recorded in the audit log.',
        params: IdParams,
        body: CloseDeadLetterBody,
        response: { 200: DeadLetterView },
      },
    },
    async ({ operator, params, body }) => closeDeadLetter(deps, operator, params.id, body.reason),
  )
}

const flagOf = (text: 'true' | 'false' | undefined) => (text === undefined ? undefined : text === 'true')
