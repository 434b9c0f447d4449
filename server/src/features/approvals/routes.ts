import { PLATFORM } from '../../domain/ids.ts'
import type { RouteModule } from '../../platform/config/role.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { approveAction, rejectAction } from './decide.ts'
import type { ApprovalHandlers } from './handlers.ts'
import { listApprovals, readApproval } from './read.ts'
import { ApprovalsQuery, ApprovalView, RejectApprovalBody } from './schema.ts'

const config = { access: OPERATOR } as const
const deciding = { ...config, idempotency: 'honoured' } as const
const tags = ['admin']

/** Operator actions that wait for a second operator. */
export const approvalRoutes =
  (handlers: ApprovalHandlers): RouteModule =>
  (app: App, deps: Deps) => {
    app.get(
      '/admin/approvals',
      {
        config,
        schema: {
          tags,
          summary: 'List approvals, pending ones first',
          description: 'Pending requests first, then decided ones, newest first.',
          querystring: ApprovalsQuery,
          response: { 200: listOf(ApprovalView) },
        },
      },
      async ({ query: { status, ...paging } }) => {
        const pager = createPager(deps.signer, `admin/approvals/${status ?? ''}`, PLATFORM)
        const page = pager.pageOf(paging)
        const { approvals, total } = await listApprovals(deps, status, page)
        const keyOf = (row: { status: string; id: string }) => `${row.status === 'PENDING' ? 'P' : 'D'}${row.id}`
        return pager.answer(page, approvals, total, keyOf)
      },
    )
    app.get(
      '/admin/approvals/:id',
      { config, schema: { tags, summary: 'Get an approval', params: IdParams, response: { 200: ApprovalView } } },
      async ({ params }) => readApproval(deps, params.id),
    )
    app.post(
      '/admin/approvals/:id/approve',
      {
        config: deciding,
        schema: {
          tags,
          summary: 'Approve a request of another operator',
          description:
            'Carries the request out immediately and only once. All checks run again first: if the action is no longer possible, it is refused and the request stays pending.',
          params: IdParams,
          response: { 200: ApprovalView },
        },
      },
      async ({ operator, params, idempotency }) => approveAction(deps, handlers, operator, params.id, idempotency),
    )
    app.post(
      '/admin/approvals/:id/reject',
      {
        config: deciding,
        schema: {
          tags,
          summary: 'Reject a request of another operator',
          params: IdParams,
          body: RejectApprovalBody,
          response: { 200: ApprovalView },
        },
      },
      async ({ operator, params, body, idempotency }) =>
        rejectAction(deps, operator, params.id, body?.reason, idempotency),
    )
  }
