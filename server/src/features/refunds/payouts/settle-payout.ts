import { assert } from '../../../domain/assert.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { recordAction } from '../../audit/record.ts'
import { creditInvoice } from '../../invoices/credit-notes/credit.ts'
import { findInvoice } from '../../invoices/find.ts'
import { notify } from '../../notifications/notify.ts'
import { cancelSubscription } from '../../subscriptions/lifecycle/cancel.ts'
import { cycleOfPayment } from '../../subscriptions/lifecycle/refunds.ts'
import { closeVendor } from '../../vendors/close.ts'
import { lockWithPlan } from '../lock.ts'
import { openText } from '../present.ts'
import * as sql from '../sql.ts'
import * as payouts from './payouts.sql.ts'

type SettleDeps = Pick<Deps, 'keyring' | 'config'>

/** The gateway's result for one refund. */
export type PayoutOutcome =
  | { status: 'ACCEPTED' | 'PROCESSED'; gatewayRefundId: string }
  | { status: 'FAILED'; gatewayRefundId: string | null; failure: string }

/** Applies a result from the answer or from an event, however often it arrives. Each result takes effect once. */
export async function settlePayout(
  tx: Tx,
  deps: SettleDeps,
  known: payouts.PayoutRow,
  outcome: PayoutOutcome,
  now: Date,
) {
  const { vendor_id: vendorId, id } = known
  const request = await lockWithPlan(tx, vendorId, known.request_id)
  const [before] = (await payouts.listPayouts(tx, vendorId, [request.id])).filter((payout) => payout.id === id)
  const payout = await payouts.transitionPayout(tx, vendorId, id, outcome.status, outcome.gatewayRefundId, now)
  if (!payout) return
  if (request.kind === 'WALLET_EXIT') {
    if (payout.status === 'FAILED') await sql.addManualPayout(tx, vendorId, request.id, payout.amount_minor_unit)
    else if (before?.status === 'PLANNED') await creditPayout(tx, deps, request, payout, now)
  }
  const failure = outcome.status === 'FAILED' ? outcome.failure : null
  await concludeRequest(tx, deps, await sql.lockRequest(tx, vendorId, request.id), now, failure)
}

/** Finishes a request when none of its payouts is open. Nothing is voided before the money has been refunded. */
export async function concludeRequest(
  tx: Tx,
  deps: SettleDeps,
  request: sql.RequestRow,
  now: Date,
  failure: string | null = null,
) {
  if (request.status !== 'PROCESSING') return
  const all = await payouts.listPayouts(tx, request.vendor_id, [request.id])
  if (request.kind === 'WALLET_EXIT') {
    if (all.every(({ status }) => status !== 'PLANNED')) await finishExit(tx, request, now)
    return
  }
  const [payout] = all
  if (payout?.status === 'PROCESSED') await finishInvoice(tx, deps, request, payout, now)
  if (payout?.status === 'FAILED') await failRequest(tx, request, failure, now)
}

async function finishInvoice(tx: Tx, deps: SettleDeps, request: sql.RequestRow, payout: payouts.PayoutRow, now: Date) {
  const { vendor_id: vendorId, id, invoice_number: invoiceNumber, currency } = request
  if (!(await sql.transitionRequest(tx, vendorId, id, 'REFUNDED', { finished_at: now }))) return
  if (request.basis === 'FIRST_MONTH') await endSubscriptionOf(tx, deps, request, now)
  const creditNoteNumber = await creditPayout(tx, deps, request, payout, now)
  const amountMinorUnit = toJsonInteger(payout.amount_minor_unit)
  const figures = { invoiceNumber: invoiceNumber ?? '', amountMinorUnit, currency, creditNoteNumber }
  await notify(tx, vendorId, { kind: 'REFUNDED', ...figures }, `refunded-${id}`, now)
  const gatewayRefundId = payout.gateway_refund_id
  await auditRefundIssued(tx, request, { ...figures, gatewayRefundId, basis: request.basis }, now)
}

/** The refund of a first month ends the plan, and sending with it, unless the plan was paid for again meanwhile. */
async function endSubscriptionOf(
  tx: Tx,
  deps: SettleDeps,
  { vendor_id: vendorId, invoice_id: id }: sql.RequestRow,
  now: Date,
) {
  const invoice = await findInvoice(tx, vendorId, id ?? '')
  const cycle = await cycleOfPayment(tx, vendorId, invoice?.gatewayPaymentId ?? '')
  if (invoice?.subscriptionId && !cycle?.isPaidAgain)
    await cancelSubscription(tx, deps, vendorId, invoice.subscriptionId, now)
}

async function finishExit(tx: Tx, request: sql.RequestRow, now: Date) {
  const { vendor_id: vendorId, id, currency } = request
  if (!(await sql.transitionRequest(tx, vendorId, id, 'REFUNDED', { finished_at: now }))) return
  const parts = {
    refundMinorUnit: toJsonInteger(request.amount_minor_unit ?? 0n),
    feeMinorUnit: toJsonInteger(request.fee_minor_unit),
    forfeitMinorUnit: toJsonInteger(request.forfeit_minor_unit),
    manualPayoutMinorUnit: toJsonInteger(request.manual_payout_minor_unit),
    currency,
  }
  await notify(tx, vendorId, { kind: 'EXIT_DONE', ...parts }, `exit-done-${id}`, now)
  await auditRefundIssued(tx, request, { ...parts, basis: request.basis }, now)
  await closeVendor(tx, vendorId, now)
}

async function failRequest(tx: Tx, request: sql.RequestRow, failure: string | null, now: Date) {
  const { vendor_id: vendorId, id, invoice_number: invoiceNumber } = request
  if (!(await sql.transitionRequest(tx, vendorId, id, 'FAILED', { failure, finished_at: now }))) return
  await notify(tx, vendorId, { kind: 'REFUND_FAILED', invoiceNumber }, `refund-failed-${id}`, now)
}

/** Credits the invoice that the refunded payment belongs to. */
async function creditPayout(tx: Tx, deps: SettleDeps, request: sql.RequestRow, payout: payouts.PayoutRow, now: Date) {
  const { invoice_id: invoiceId, gateway_refund_id: gatewayRefundId } = payout
  if (invoiceId === null) return ''
  assert(gatewayRefundId, 'an accepted refund has an id')
  const reason = await openText(deps, tx, request.vendor_id, request.reason_cipher)
  const { creditNoteNumber } = await creditInvoice(
    tx,
    deps,
    request.vendor_id,
    { invoiceId, amountMinorUnit: payout.amount_minor_unit, gatewayRefundId, refundRequestId: request.id, reason },
    now,
  )
  return creditNoteNumber
}

/** The audit entry names the operator who approved the refund. */
const auditRefundIssued = (
  tx: Tx,
  { vendor_id: vendorId, id, status, decided_by: operatorId }: sql.RequestRow,
  details: Record<string, string | number | null>,
  now: Date,
) =>
  recordAction(
    tx,
    {
      operatorId,
      action: 'REFUND_ISSUED',
      vendorId,
      subjectType: 'refundRequest',
      subjectId: id,
      details,
      before: { status },
      after: { status: 'REFUNDED' },
    },
    now,
  )
