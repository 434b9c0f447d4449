import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { quoteExit } from './exit/exit.ts'
import { listRequests, readRequest } from './read.ts'
import { requestRefund } from './requests/request.ts'
import { withdrawRequest } from './requests/withdraw.ts'
import { ExitQuoteView, RefundView, RequestBody } from './schema.ts'

export function refundRoutes(app: App, deps: Deps) {
  const config = { access: VENDOR_ADMIN } as const
  const tags = ['billing']

  app.post(
    '/billing/refund-requests',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Request a refund or close the account',
        description:
          'The first month of a monthly plan is refunded in full if requested in time; the setup fee is not refundable. ' +
          'WALLET_EXIT closes the account and pays out the unspent paid funds of the wallet, less a fee. ' +
          'An operator decides. Only one request per invoice or account can be open at a time.',
        body: RequestBody,
        response: { 201: RefundView },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await requestRefund(deps, request.vendor, request.body, request.idempotency)),
  )
  app.get(
    '/billing/exit-quote',
    {
      config,
      schema: {
        tags,
        summary: 'Preview the payout on account closure',
        description: 'Nothing is saved. The final amounts are those at the time of approval.',
        response: { 200: ExitQuoteView },
      },
    },
    async ({ vendor }) => ({
      ...(await quoteExit(deps, vendor.vendorId)),
      dataRetentionDays: deps.config.CLOSED_VENDOR_RETENTION_DAYS,
    }),
  )
  app.get(
    '/billing/refund-requests',
    {
      config,
      schema: {
        tags,
        summary: 'List refund requests, newest first',
        querystring: ListQuery,
        response: { 200: listOf(RefundView) },
      },
    },
    async ({ vendor, query }) => {
      const pager = createPager(deps.signer, 'refund-requests', vendor.vendorId)
      const page = pager.pageOf(query)
      const { requests, total } = await listRequests(deps, vendor, page)
      return pager.answer(page, requests, total, ({ id }) => id)
    },
  )
  app.get(
    '/billing/refund-requests/:id',
    { config, schema: { tags, summary: 'Get a refund request', params: IdParams, response: { 200: RefundView } } },
    async ({ vendor, params }) => readRequest(deps, vendor, params.id),
  )
  app.delete(
    '/billing/refund-requests/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Withdraw a refund request',
        description:
          'Possible until it is decided; otherwise 409 `INVALID_STATE`. The plan can be changed again afterwards.',
        params: IdParams,
        response: { 200: RefundView },
      },
    },
    async ({ vendor, params }) => withdrawRequest(deps, vendor, params.id),
  )
}
