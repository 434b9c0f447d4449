import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { createPager, listOf } from '../../../platform/http/pagination.ts'
import { PendingView } from '../../approvals/schema.ts'
import {
  CreditPaymentBody,
  PaymentParams,
  PaymentsQuery,
  PaymentView,
  RefundPaymentBody,
  UnmatchedPaymentView,
} from '../schema.ts'
import { readPayment } from '../vendor-payments.ts'
import { creditUnmatched, refundUnmatched } from './decide-unmatched.ts'
import { listUnmatched } from './list-unmatched.ts'

/** Money that arrived and could not be credited. */
export function paymentOperatorRoutes(app: App, deps: Deps) {
  const config = { access: OPERATOR } as const
  const acting = { ...config, idempotency: 'honoured' } as const
  const tags = ['admin']

  app.get(
    '/admin/payments',
    {
      config,
      schema: {
        tags,
        summary: 'List unmatched payments, newest first',
        description: 'Use `state=UNPLACED` for those that still need a decision.',
        querystring: PaymentsQuery,
        response: { 200: listOf(UnmatchedPaymentView) },
      },
    },
    async ({ query: { state, vendorId, gatewayPaymentId, ...paging } }) => {
      const list = `admin/payments/${state ?? ''}/${vendorId ?? ''}/${gatewayPaymentId ?? ''}`
      const pager = createPager(deps.signer, list, PLATFORM)
      const page = pager.pageOf(paging)
      const filter = { state, vendorId: vendorId as VendorId | undefined, gatewayPaymentId }
      const { rows, total } = await listUnmatched(deps.db, filter, page)
      const answer = pager.answer(page, rows, total, ({ id }) => id)
      return { ...answer, data: rows.map(({ view }) => view) }
    },
  )
  app.get(
    '/admin/payments/:gatewayPaymentId',
    {
      config,
      schema: {
        tags,
        summary: 'Find a payment by its id at the payment gateway',
        description: 'With its vendor, order and invoices, and what was refunded of it.',
        params: PaymentParams,
        response: { 200: PaymentView },
      },
    },
    async ({ params }) => readPayment(deps.db, params.gatewayPaymentId),
  )
  app.post(
    '/admin/payments/:gatewayPaymentId/refund',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Refund an unmatched payment',
        description:
          'Refunds the original payment method. The gateway is called right afterwards; if it refuses, the payment becomes UNPLACED again. ' +
          'If a refund and a credit arrive at the same time, one succeeds and the other fails with 409 `INVALID_STATE`. ' +
          'Above the approval threshold (202), nothing happens until another operator approves it. Recorded in the audit log.',
        params: PaymentParams,
        body: RefundPaymentBody,
        response: { 200: UnmatchedPaymentView, 202: PendingView },
      },
    },
    async ({ operator, params, body: { reason }, idempotency }, reply) => {
      const done = await refundUnmatched(deps, { ...params, operator, reason, idempotency })
      return 'approvalId' in done ? reply.code(202).send(done) : reply.code(200).send(done)
    },
  )
  app.post(
    '/admin/payments/:gatewayPaymentId/credit',
    {
      config: acting,
      schema: {
        tags,
        summary: 'Credit an unmatched payment to a wallet',
        description:
          'Books it as a recharge, with an invoice. The wallet must have the same currency (422 `CURRENCY_MISMATCH`), and the account of the vendor must not be closed. Above the approval threshold (202), nothing happens until another operator approves it. Recorded in the audit log.',
        params: PaymentParams,
        body: CreditPaymentBody,
        response: { 200: UnmatchedPaymentView, 202: PendingView },
      },
    },
    async ({ operator, params, body: { vendorId, reason }, idempotency }, reply) => {
      const done = await creditUnmatched(deps, vendorId as VendorId, { ...params, operator, reason, idempotency })
      return 'approvalId' in done ? reply.code(202).send(done) : reply.code(200).send(done)
    },
  )
}
