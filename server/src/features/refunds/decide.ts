import { refusalFor } from '../../domain/billing/refund-request.ts'
import type { VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx, violatedUnique } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import type { Once } from '../../platform/idempotency/idempotency.ts'
import { recordAction } from '../audit/record.ts'
import { notify } from '../notifications/notify.ts'
import { addToOutbox } from '../outbox/add.ts'
import { lockWallet } from '../wallet/read.ts'
import { emptyWallet } from './exit/exit.ts'
import { assertFirstMonthUnused, firstMonthUsed, gstinHashOf } from './first-month-once.ts'
import { processRefund } from './jobs.ts'
import { lockWithPlan } from './lock.ts'
import * as payouts from './payouts/payouts.sql.ts'
import { presentRequest, sealText } from './present.ts'
import { lostRefundOf, readInvoice, throwRefusal } from './request.ts'
import type { ApproveBody, RefundView, RejectBody } from './schema.ts'
import * as sql from './sql.ts'

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'config' | 'blindIndex'>
type Decision = { deps: DecideDeps; operator: Operator; once: Once; now: Date }

/** Commits the approval; a job then asks the gateway until it gets an answer. */
export async function approveRefund(deps: DecideDeps, operator: Operator, id: string, body: ApproveBody, once: Once) {
  const { vendorId } = await readVendorOfRequest(deps, id)
  const decision = { deps, operator, once, now: deps.clock.now() }
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
): Promise<RefundView> {
  const { deps, operator, now } = decision
  await lockWallet(tx, vendorId)
  const request = await lockWithPlan(tx, vendorId, id)
  assertUndecided(request)
  const planned =
    request.kind === 'INVOICE'
      ? await planInvoice(tx, deps, request, body, now)
      : await planExit(tx, deps, request, body, now)
  const row = await sql
    .moveRequest(tx, vendorId, id, 'APPROVED', {
      ...planned,
      decided_by: operator.accountId,
      decided_at: now,
      ...(body.note !== undefined && { note_cipher: await sealText(deps, tx, vendorId, body.note) }),
    })
    .catch((error: unknown) => {
      // Another account of the same company was approved at the same moment.
      throw violatedUnique(error) === 'refund_request_first_month_gstin' ? firstMonthUsed() : error
    })
  if (!row) throw alreadyDecided(request)
  const amountMinorUnit = toJsonInteger(planned.amount_minor_unit)
  const notice = { invoiceNumber: row.invoice_number, amountMinorUnit, currency: row.currency }
  await notify(tx, vendorId, { kind: 'REFUND_APPROVED', ...notice }, `refund-approved-${id}`, now)
  await audit(tx, 'REFUND_APPROVED', row, operator, now)
  await addToOutbox(tx, vendorId, processRefund, { requestId: id }, now)
  return respond(tx, row, 200, decision)
}

/**
 * Plans the refund of everything left of the invoice, or of the part that the operator names. A first month is refunded
 * in full.
 */
async function planInvoice(tx: Tx, deps: DecideDeps, request: sql.RequestRow, body: ApproveBody, now: Date) {
  const { vendor_id: vendorId, id } = request
  const { invoice, rule, leftMinorUnit: left } = await readInvoice(tx, vendorId, request.invoice_id ?? '')
  const lost = await lostRefundOf(tx, vendorId, invoice)
  if (lost) throw new AppError('NO_LONGER_REFUNDABLE', { detail: lost.detail, members: { reason: lost.reason } })
  throwRefusal(refusalFor(rule))
  const isFirstMonth = request.basis === 'FIRST_MONTH'
  if (isFirstMonth) await assertFirstMonthUnused(deps, tx, vendorId)
  const amount = body.amountMinorUnit === undefined ? left : BigInt(body.amountMinorUnit)
  if (amount > left || (isFirstMonth && amount !== left))
    throw new AppError('NOT_REFUNDABLE', {
      detail:
        amount > left
          ? 'The amount is more than the remaining amount of the invoice.'
          : 'A first month can only be refunded in full.',
      members: { refundableMinorUnit: toJsonInteger(left) },
    })
  const payout = {
    id,
    requestId: id,
    gatewayPaymentId: request.gateway_payment_id ?? '',
    invoiceId: invoice.id,
    amountMinorUnit: amount,
    currency: invoice.currency,
  }
  await payouts.insertPayouts(tx, vendorId, [payout], now)
  return { amount_minor_unit: amount, ...(isFirstMonth && { gstin_hash: await gstinHashOf(deps, tx, vendorId) }) }
}

async function planExit(tx: Tx, deps: DecideDeps, request: sql.RequestRow, body: ApproveBody, now: Date) {
  if (body.amountMinorUnit !== undefined)
    throw new AppError('NOT_REFUNDABLE', { detail: 'The payout is calculated from the wallet. Leave out the amount.' })
  const parts = await emptyWallet(tx, deps, request, now)
  return {
    amount_minor_unit: parts.refundMinorUnit,
    fee_minor_unit: parts.feeMinorUnit,
    forfeit_minor_unit: parts.forfeitMinorUnit,
    manual_payout_minor_unit: parts.manualPayoutMinorUnit,
  }
}

export async function rejectRefund(deps: DecideDeps, operator: Operator, id: string, body: RejectBody, once: Once) {
  const { vendorId } = await readVendorOfRequest(deps, id)
  const decision = { deps, operator, once, now: deps.clock.now() }
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
  const row = await sql.moveRequest(tx, vendorId, id, 'REJECTED', {
    decided_by: operator.accountId,
    decided_at: now,
    finished_at: now,
    note_cipher: await sealText(deps, tx, vendorId, body.note),
  })
  if (!row) throw alreadyDecided(request)
  await notify(
    tx,
    vendorId,
    { kind: 'REFUND_REJECTED', invoiceNumber: row.invoice_number },
    `refund-rejected-${id}`,
    now,
  )
  await audit(tx, 'REFUND_REJECTED', row, operator, now)
  return respond(tx, row, 200, decision)
}

async function respond(tx: Tx, row: sql.RequestRow, statusCode: number, { deps, once }: Decision) {
  const view = await presentRequest(deps, tx, row, await payouts.listPayouts(tx, row.vendor_id, [row.id]))
  await once.remember(tx, statusCode, view)
  return view
}

async function readVendorOfRequest(deps: Pick<Deps, 'db'>, id: string) {
  const found = await sql.vendorOfRequest(deps.db, id)
  if (!found) throw notFound()
  return found
}

export function assertUndecided(request: sql.RequestRow) {
  if (request.status !== 'REQUESTED') throw alreadyDecided(request)
}
export const alreadyDecided = ({ status }: sql.RequestRow) =>
  new AppError('INVALID_STATE', { detail: 'The request has already been decided.', members: { currentStatus: status } })

const audit = (tx: Tx, action: 'REFUND_APPROVED' | 'REFUND_REJECTED', row: sql.RequestRow, by: Operator, now: Date) =>
  recordAction(
    tx,
    {
      operatorId: by.accountId,
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
      },
    },
    now,
  )
