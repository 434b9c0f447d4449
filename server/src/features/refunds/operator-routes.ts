import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { PendingView } from '../approvals/schema.ts'
import { approveRefund, rejectRefund } from './decide.ts'
import { markPaidOut } from './payouts/mark-paid-out.ts'
import { listAllRequests, readAnyRequest } from './read.ts'
import { openRefund } from './requests/request.ts'
import {
  ApproveBody,
  OpenBody,
  OperatorQuery,
  OperatorRefundView,
  PaidOutBody,
  RefundView,
  RejectBody,
} from './schema.ts'

/** The refund panel. */
export function refundOperatorRoutes(app: App, deps: Deps) {
  const config = { access: OPERATOR } as const
  const acting = { ...config, idempotency: 'honoured' } as const
  const tags = ['admin']

  app.get(
    '/admin/refunds',
    {
      config,
      schema: {
        tags,
        summary: 'List refund requests of all vendors, newest first',
        querystring: OperatorQuery,
        response: { 200: listOf(RefundView) },
      },
    },
    async ({ query: { status, vendorId, ...paging } }) => {
      const pager = createPager(deps.signer, `admin/refunds/${status ?? ''}/${vendorId ?? ''}`, PLATFORM)
      const page = pager.pageOf(paging)
      const filter = { status, vendorId: vendorId as VendorId | undefined }
      const { requests, total } = await listAllRequests(deps, filter, page)
      return pager.answer(page, requests, total, ({ id }) => id)
    },
  )
  app.get(
    '/admin/refunds/:id',
    {
      config,
      schema: { tags, summary: 'Get a refund request', params: IdParams, response: { 200: OperatorRefundView } },
    },
    async ({ params }) => readAnyRequest(deps, params.id),
  )
  app.post(
    '/admin/refunds',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Create a refund for a vendor after a platform error',
        description: 'For cases a vendor cannot request: a double charge or a platform failure.',
        body: OpenBody,
        response: { 201: RefundView },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await openRefund(deps, request.operator, request.body, request.idempotency)),
  )
  app.post(
    '/admin/refunds/:id/approve',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Approve a refund',
        description:
          'The payment gateway is called right afterwards. A wallet exit empties the wallet immediately and stops all sending. ' +
          'Above the approval threshold (202), nothing happens until another operator approves it too.',
        params: IdParams,
        body: ApproveBody.nullish(),
        response: { 200: RefundView, 202: PendingView },
      },
    },
    async ({ operator, params, body, idempotency }, reply) => {
      const done = await approveRefund(deps, operator, params.id, body ?? {}, idempotency)
      return 'approvalId' in done ? reply.code(202).send(done) : reply.code(200).send(done)
    },
  )
  app.post(
    '/admin/refunds/:id/reject',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Reject a refund',
        params: IdParams,
        body: RejectBody.nullish(),
        response: { 200: RefundView },
      },
    },
    async ({ operator, params, body, idempotency }) => rejectRefund(deps, operator, params.id, body ?? {}, idempotency),
  )
  app.post(
    '/admin/refunds/:id/paid-out',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Record a manual payout',
        description:
          'For `manualPayoutMinorUnit` of a closed account, once the bank transfer has been made. Possible once, after the ' +
          'gateway refunds are complete; otherwise 409 `INVALID_STATE`. Above the approval threshold (202), it is recorded ' +
          'once another operator approves it.',
        params: IdParams,
        body: PaidOutBody,
        response: { 200: RefundView, 202: PendingView },
      },
    },
    async ({ operator, params, body, idempotency }, reply) => {
      const done = await markPaidOut(deps, operator, params.id, body, idempotency)
      return 'approvalId' in done ? reply.code(202).send(done) : reply.code(200).send(done)
    },
  )
}
