import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { listDeadLetters } from '../outbox/dead-letters.ts'
import { closeDeadLetter, presentLetter, readDeadLetter, replayDeadLetter } from './dead-letters.ts'
import { CloseLetterBody, LettersQuery, LetterView, WholeLetterView } from './schema.ts'

/** What kept failing, and the webhooks about money that could not be placed. */
export function deadLetterRoutes(app: App, deps: Deps) {
  const config = { access: OPERATOR } as const
  const tags = ['admin']

  app.get(
    '/admin/dead-letters',
    {
      config,
      schema: {
        tags,
        summary: 'What kept failing, newest first',
        description: 'Among the webhooks are payments that could not be placed; `reason` says why.',
        querystring: LettersQuery,
        response: { 200: listOf(LetterView) },
      },
    },
    async ({ query: { kind, replayed, closed, ...page } }) => {
      const list = `admin/dead-letters/${kind ?? ''}/${replayed ?? ''}/${closed ?? ''}`
      const pager = createPager(deps.signer, list, PLATFORM)
      const slice = pager.slice(page)
      const kinds = kind ? [kind] : (['WEBHOOK', 'JOB'] as const)
      const filter = { kinds, isReplayed: flagOf(replayed), isClosed: flagOf(closed) }
      const { rows, total } = await listDeadLetters(deps.db, filter, slice)
      return pager.answer(slice, rows.map(presentLetter), total, ({ id }) => id)
    },
  )
  app.get(
    '/admin/dead-letters/:id',
    { config, schema: { tags, summary: 'One of them', params: IdParams, response: { 200: WholeLetterView } } },
    async ({ params }) => readDeadLetter(deps, params.id),
  )
  app.post(
    '/admin/dead-letters/:id/replay',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Try it again',
        description:
          'Through the normal handler, which does nothing twice. Once replayed, it is new when it fails again.',
        params: IdParams,
        response: { 200: LetterView },
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
        summary: 'Close a dead letter that needs no replay',
        description:
          'Of any kind. A closed one cannot be replayed, and one that was replayed cannot be closed: 409. Closing again changes nothing. Audited.',
        params: IdParams,
        body: CloseLetterBody,
        response: { 200: LetterView },
      },
    },
    async ({ operator, params, body }) => closeDeadLetter(deps, operator, params.id, body.reason),
  )
}

const flagOf = (text: 'true' | 'false' | undefined) => (text === undefined ? undefined : text === 'true')
