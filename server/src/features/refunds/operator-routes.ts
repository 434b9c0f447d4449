import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { approveRefund, rejectRefund } from './decide.ts'
import { markPaidOut } from './payouts/mark-paid-out.ts'
import { listAllRequests, readAnyRequest } from './read.ts'
import { openRefund } from './request.ts'
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
        summary: 'Refund requests of all vendors, newest first',
        querystring: OperatorQuery,
        response: { 200: listOf(RefundView) },
      },
    },
    async ({ query: { status, vendorId, ...page } }) => {
      const pager = createPager(deps.signer, `admin/refunds/${status ?? ''}/${vendorId ?? ''}`, PLATFORM)
      const slice = pager.slice(page)
      const filter = { status, vendorId: vendorId as VendorId | undefined }
      const { requests, total } = await listAllRequests(deps, filter, slice)
      return pager.answer(slice, requests, total, ({ id }) => id)
    },
  )
  app.get(
    '/admin/refunds/:id',
    {
      config,
      schema: { tags, summary: 'One refund request', params: IdParams, response: { 200: OperatorRefundView } },
    },
    async ({ params }) => readAnyRequest(deps, params.id),
  )
  app.post(
    '/admin/refunds',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Open a refund for a vendor, for an error of ours',
        description: 'For what a vendor cannot ask for itself: a double charge, a failure of the platform.',
        body: OpenBody,
        response: { 201: RefundView },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await openRefund(deps, request.operator, request.body, request.once)),
  )
  app.post(
    '/admin/refunds/:id/approve',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Approve a refund',
        description:
          'The gateway is asked right afterwards. An exit empties the wallet at once; nothing is sent any more.',
        params: IdParams,
        body: ApproveBody.nullish(),
        response: { 200: RefundView },
      },
    },
    async (request) => approveRefund(deps, request.operator, request.params.id, request.body ?? {}, request.once),
  )
  app.post(
    '/admin/refunds/:id/reject',
    {
      config: acting,
      schema: { tags, summary: 'Reject a refund', params: IdParams, body: RejectBody, response: { 200: RefundView } },
    },
    async (request) => rejectRefund(deps, request.operator, request.params.id, request.body, request.once),
  )
  app.post(
    '/admin/refunds/:id/paid-out',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Say that the rest of a wallet was paid out by hand',
        description:
          'For `manualPayoutMinorUnit` of a closed account, once it has been sent by bank. Once only, and not before the ' +
          'gateway is done with its part: else 409 `INVALID_STATE`.',
        params: IdParams,
        body: PaidOutBody,
        response: { 200: RefundView },
      },
    },
    async (request) => markPaidOut(deps, request.operator, request.params.id, request.body, request.once),
  )
}
