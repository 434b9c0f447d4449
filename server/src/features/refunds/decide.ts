import { z } from 'zod'
import { refusalFor } from '../../domain/billing/refund-request.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx, violatedUnique } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import type { ApprovedAction } from '../approvals/handlers.ts'
import { requestApproval } from '../approvals/request.ts'
import type { PendingView } from '../approvals/schema.ts'
import { recordAction } from '../audit/record.ts'
import { lockMoneyOperator } from '../auth/accounts/operators.ts'
import { notify } from '../notifications/notify.ts'
import { addToOutbox } from '../outbox/add.ts'
import { lockWallet } from '../wallet/lock.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import { assertMayClose, emptyWallet, quoteExit } from './exit/exit.ts'
import { processRefund } from './jobs.ts'
import { lockWithPlan } from './lock.ts'
import * as payouts from './payouts/payouts.sql.ts'
import { presentRequest, sealText } from './present.ts'
import { assertFirstMonthUnused, firstMonthUsed, gstinHashOf } from './requests/first-month-once.ts'
import { checkStillRefundable, readInvoice, throwRefusal } from './requests/request.ts'
import type { ApproveBody, RefundView, RejectBody } from './schema.ts'
import * as sql from './sql.ts'

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'config' | 'blindIndex'>
type Decision = { deps: DecideDeps; operator: Operator; idempotency: IdempotencyRecord; now: Date }

/**
 * Commits the approval; a job then asks the gateway until it gets an answer. Above the threshold nothing happens until
 * a second operator has approved it too.
 */
export async function approveRefund(
  deps: DecideDeps,
  operator: Operator,
  id: string,
  body: ApproveBody,
  idempotency: IdempotencyRecord,
) {
  const { vendorId } = await readVendorOfRequest(deps, id)
  const decision = { deps, operator, idempotency, now: deps.clock.now() }
  const view = await inTransaction(deps.db, (tx) => approveWithin(tx, vendorId, id, body, decision))
  crashPoint('refund.approved')
  return view
}

async function approveWithin(
  tx: Tx,
  vendorId: VendorId,
  id: string,
  body: ApproveBody,
  decision: Decision,
): Promise<RefundView | PendingView> {
  const { deps, operator, now } = decision
  await lockMoneyOperator(tx, operator)
  const request = await lockUndecided(tx, vendorId, id)
  const amountMinorUnit = await approvableAmount(tx, deps, request, body, now)
  const action = {
    vendorId,
    amountMinorUnit,
    // A payout has the currency of the wallet, which may have been chosen after the request.
    ...(request.kind === 'INVOICE' && { currency: request.currency }),
    reason: request.kind === 'INVOICE' ? `Refund of invoice ${request.invoice_number}` : 'Account closure',
    subjectId: id,
    payload: { requestId: id },
    text: body.note,
  }
  const pending = await requestApproval(tx, deps, operator, { kind: 'REFUND', ...action }, now)
  if (pending) {
    await decision.idempotency.saveAnswer(tx, 202, pending)
    return pending
  }
  const by = { operatorId: operator.accountId }
  return respond(
    tx,
    await applyApproval(tx, deps, request, { amountMinorUnit, note: body.note, ...by }, now),
    200,
    decision,
  )
}

/**
 * Runs after a second operator has approved it. Everything is checked again; an account whose payout has grown since
 * needs a new request, because nobody has approved that amount.
 */
export async function executeRefund(tx: Tx, deps: Deps, action: ApprovedAction, now: Date) {
  const { id: approvalId, vendorId, requestedBy, approvedBy, text } = action
  const { requestId } = z.strictObject({ requestId: z.string() }).parse(action.payload)
  const request = await lockUndecided(tx, vendorId, requestId)
  const body = request.kind === 'INVOICE' ? { amountMinorUnit: toJsonInteger(action.amountMinorUnit) } : {}
  const amountMinorUnit = await approvableAmount(tx, deps, request, body, now)
  if (amountMinorUnit > action.amountMinorUnit)
    throw new AppError('INVALID_STATE', {
      detail: 'The payout is now larger than the requested amount. Reject this request and approve the refund again.',
    })
  const by = { operatorId: requestedBy, approved: { approvalId, approvedBy } }
  await applyApproval(tx, deps, request, { amountMinorUnit, note: text ?? undefined, ...by }, now)
  return { requestId, amountMinorUnit: toJsonInteger(amountMinorUnit) }
}

async function lockUndecided(tx: Tx, vendorId: VendorId, id: string) {
  await lockWallet(tx, vendorId)
  const request = await lockWithPlan(tx, vendorId, id)
  assertUndecided(request)
  return request
}

/** What an approval would refund now. Throws when it may not be approved. */
async function approvableAmount(tx: Tx, deps: DecideDeps, request: sql.RequestRow, body: ApproveBody, now: Date) {
  if (request.kind === 'INVOICE') return (await checkInvoice(tx, deps, request, body)).amount
  if (body.amountMinorUnit !== undefined)
    throw new AppError('NOT_REFUNDABLE', { detail: 'The payout is calculated from the wallet. Leave out the amount.' })
  await assertMayClose(tx, request.vendor_id, now)
  return BigInt((await quoteExit({ db: tx, clock: deps.clock }, request.vendor_id)).refundMinorUnit)
}

interface Approval {
  amountMinorUnit: bigint
  note: string | undefined
  operatorId: AccountId
  approved?: { approvalId: string; approvedBy: AccountId }
}

async function applyApproval(tx: Tx, deps: DecideDeps, request: sql.RequestRow, approval: Approval, now: Date) {
  const { vendor_id: vendorId, id } = request
  const planned =
    request.kind === 'INVOICE'
      ? await planInvoice(tx, deps, request, approval.amountMinorUnit, now)
      : await planExit(tx, deps, request, now)
  const row = await sql
    .transitionRequest(tx, vendorId, id, 'APPROVED', {
      ...planned,
      decided_by: approval.operatorId,
      decided_at: now,
      ...(approval.note !== undefined && { note_cipher: await sealText(deps, tx, vendorId, approval.note) }),
    })
    .catch((error: unknown) => {
      // Another account of the same company was approved at the same moment.
      throw violatedUnique(error) === 'refund_request_first_month_gstin' ? firstMonthUsed() : error
    })
  if (!row) throw alreadyDecided(request)
  const amountMinorUnit = toJsonInteger(planned.amount_minor_unit)
  const notice = { invoiceNumber: row.invoice_number, amountMinorUnit, currency: row.currency }
  await notify(tx, vendorId, { kind: 'REFUND_APPROVED', ...notice }, `refund-approved-${id}`, now)
  await audit(tx, 'REFUND_APPROVED', row, approval.operatorId, now, approval.approved)
  await addToOutbox(tx, vendorId, processRefund, { requestId: id }, now)
  return row
}

/**
 * The refund of everything left of the invoice, or of the part that the operator names. A first month is refunded in
 * full.
 */
async function checkInvoice(tx: Tx, deps: DecideDeps, request: sql.RequestRow, body: ApproveBody) {
  const { vendor_id: vendorId } = request
  const { invoice, rule, leftMinorUnit: left } = await readInvoice(tx, vendorId, request.invoice_id ?? '')
  const ended = await checkStillRefundable(tx, vendorId, invoice)
  if (ended) throw new AppError('NO_LONGER_REFUNDABLE', { detail: ended.detail, members: { reason: ended.reason } })
  throwRefusal(refusalFor(rule))
  const isFirstMonth = request.basis === 'FIRST_MONTH'
  if (isFirstMonth) await assertFirstMonthUnused(deps, tx, vendorId, invoice.id)
  const amount = body.amountMinorUnit === undefined ? left : BigInt(body.amountMinorUnit)
  if (amount > left || (isFirstMonth && amount !== left))
    throw new AppError('NOT_REFUNDABLE', {
      detail:
        amount > left
          ? 'The amount is more than the remaining amount of the invoice.'
          : 'A first month can only be refunded in full.',
      members: { refundableMinorUnit: toJsonInteger(left) },
    })
  return { invoice, amount, isFirstMonth }
}

async function planInvoice(tx: Tx, deps: DecideDeps, request: sql.RequestRow, approved: bigint, now: Date) {
  const { vendor_id: vendorId, id } = request
  const body = { amountMinorUnit: toJsonInteger(approved) }
  const { invoice, amount, isFirstMonth } = await checkInvoice(tx, deps, request, body)
  const payout = {
    id,
    requestId: id,
    gatewayPaymentId: request.gateway_payment_id ?? '',
    invoiceId: invoice.id,
    amountMinorUnit: amount,
    currency: invoice.currency,
  }
  await payouts.insertPayouts(tx, vendorId, [payout], now)
  return {
    amount_minor_unit: amount,
    ...(isFirstMonth && { gstin_hash: await gstinHashOf(deps, tx, vendorId, invoice.id) }),
  }
}

async function planExit(tx: Tx, deps: DecideDeps, request: sql.RequestRow, now: Date) {
  const parts = await emptyWallet(tx, deps, request, now)
  return {
    currency: parts.currency,
    amount_minor_unit: parts.refundMinorUnit,
    fee_minor_unit: parts.feeMinorUnit,
    forfeit_minor_unit: parts.forfeitMinorUnit,
    manual_payout_minor_unit: parts.manualPayoutMinorUnit,
  }
}

export async function rejectRefund(
  deps: DecideDeps,
  operator: Operator,
  id: string,
  body: RejectBody,
  idempotency: IdempotencyRecord,
) {
  const { vendorId } = await readVendorOfRequest(deps, id)
  const decision = { deps, operator, idempotency, now: deps.clock.now() }
  return inTransaction(deps.db, (tx) => rejectWithin(tx, vendorId, id, body, decision))
}

async function rejectWithin(
  tx: Tx,
  vendorId: VendorId,
  id: string,
  body: RejectBody,
  decision: Decision,
): Promise<RefundView> {
  const { deps, operator, now } = decision
  const request = await sql.lockRequest(tx, vendorId, id)
  assertUndecided(request)
  const row = await sql.transitionRequest(tx, vendorId, id, 'REJECTED', {
    decided_by: operator.accountId,
    decided_at: now,
    finished_at: now,
    ...(body.note !== undefined && { note_cipher: await sealText(deps, tx, vendorId, body.note) }),
  })
  if (!row) throw alreadyDecided(request)
  await notify(
    tx,
    vendorId,
    { kind: 'REFUND_REJECTED', invoiceNumber: row.invoice_number },
    `refund-rejected-${id}`,
    now,
  )
  await audit(tx, 'REFUND_REJECTED', row, operator.accountId, now)
  return respond(tx, row, 200, decision)
}

async function respond(tx: Tx, row: sql.RequestRow, statusCode: number, { deps, idempotency }: Decision) {
  const view = await presentRequest(deps, tx, row, await payouts.listPayouts(tx, row.vendor_id, [row.id]))
  await idempotency.saveAnswer(tx, statusCode, view)
  return view
}

async function readVendorOfRequest(deps: Pick<Deps, 'db'>, id: string) {
  const found = await crossVendor.vendorOfRequest(deps.db, id)
  if (!found) throw notFound()
  return found
}

export function assertUndecided(request: sql.RequestRow) {
  if (request.status !== 'REQUESTED') throw alreadyDecided(request)
}
export const alreadyDecided = ({ status }: sql.RequestRow) =>
  new AppError('INVALID_STATE', { detail: 'The request has already been decided.', members: { currentStatus: status } })

const audit = (
  tx: Tx,
  action: 'REFUND_APPROVED' | 'REFUND_REJECTED',
  row: sql.RequestRow,
  operatorId: AccountId,
  now: Date,
  approved: Approval['approved'] = undefined,
) =>
  recordAction(
    tx,
    {
      operatorId,
      action,
      vendorId: row.vendor_id,
      subjectType: 'refundRequest',
      subjectId: row.id,
      details: {
        kind: row.kind,
        basis: row.basis,
        invoiceNumber: row.invoice_number,
        amountMinorUnit: row.amount_minor_unit === null ? null : toJsonInteger(row.amount_minor_unit),
        currency: row.currency,
        ...approved,
      },
      before: { status: 'REQUESTED' },
      after: { status: row.status },
    },
    now,
  )
