import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import { OPERATOR } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { listDeadLetters } from '../outbox/dead-letters.ts'
import { presentLetter, readDeadLetter, replayDeadLetter } from './dead-letters.ts'
import { LettersQuery, LetterView, WholeLetterView } from './schema.ts'

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
    async ({ query: { kind, replayed, ...page } }) => {
      const pager = createPager(deps.signer, `admin/dead-letters/${kind ?? ''}/${replayed ?? ''}`, PLATFORM)
      const slice = pager.slice(page)
      const kinds = kind ? [kind] : (['WEBHOOK', 'JOB'] as const)
      const isReplayed = replayed === undefined ? undefined : replayed === 'true'
      const { rows, total } = await listDeadLetters(deps.db, { kinds, isReplayed }, slice)
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
}
