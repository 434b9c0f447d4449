import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { UnassignedView } from './schema.ts'
import { listUnassigned, recordReading } from './unassigned.ts'

/** For operators: what nobody is assigned to. */
export function unassignedRoutes(app: App, deps: Deps) {
  const pager = createPager(deps.signer, 'admin/provider/unassigned', PLATFORM)
  app.get(
    '/admin/provider/unassigned',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'List incoming messages that no vendor matches, newest first',
        description:
          'They answer no message of a vendor, and no vendor has written to the sender within a day. Deleted after 30 days.',
        querystring: ListQuery,
        response: { 200: listOf(UnassignedView) },
      },
    },
    async ({ operator, query }) => {
      const page = pager.pageOf(query)
      await recordReading(deps, operator)
      const { messages, total } = await listUnassigned(deps, page)
      return pager.answer(page, messages, total, ({ id }) => id)
    },
  )
}
