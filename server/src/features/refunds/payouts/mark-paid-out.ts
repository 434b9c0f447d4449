import { z } from 'zod'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import type { ApprovedAction } from '../../approvals/handlers.ts'
import { requestApproval } from '../../approvals/request.ts'
import type { PendingView } from '../../approvals/schema.ts'
import { recordAction } from '../../audit/record.ts'
import { lockMoneyOperator } from '../../auth/accounts/operators.ts'
import { notify } from '../../notifications/notify.ts'
import { lockWallet } from '../../wallet/lock.ts'
import * as crossVendor from '../cross-vendor.sql.ts'
import { presentRequest, sealText } from '../present.ts'
import type { PaidOutBody, RefundView } from '../schema.ts'
import * as sql from '../sql.ts'
import * as payouts from './payouts.sql.ts'

type PaidOutDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keyring'>

/**
 * Records that an operator has transferred by bank what the gateway could not refund. Accepted once, so that it is not
 * paid twice. Above the threshold a second operator has to confirm it.
 */
export async function markPaidOut(
  deps: PaidOutDeps,
  operator: Operator,
  id: string,
  body: PaidOutBody,
  idempotency: IdempotencyRecord,
) {
  const found = await crossVendor.vendorOfRequest(deps.db, id)
  if (!found) throw notFound()
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => markWithin(tx, deps, found.vendorId, id, { operator, body, idempotency, now }))
}

interface Act {
  operator: Operator
  body: PaidOutBody
  idempotency: IdempotencyRecord
  now: Date
}

async function markWithin(
  tx: Tx,
  deps: PaidOutDeps,
  vendorId: VendorId,
  id: string,
  { operator, body, idempotency, now }: Act,
): Promise<RefundView | PendingView> {
  await lockMoneyOperator(tx, operator)
  const payable = await lockPayable(tx, vendorId, id)
  const action = {
    vendorId,
    amountMinorUnit: payable.request.manual_payout_minor_unit,
    currency: payable.request.currency,
    reason: 'Bank transfer on account closure',
    subjectId: id,
    payload: { requestId: id },
    text: body.reference,
  }
  const pending = await requestApproval(tx, deps, operator, { kind: 'PAYOUT', ...action }, now)
  if (pending) {
    await idempotency.saveAnswer(tx, 202, pending)
    return pending
  }
  const row = await applyPaidOut(tx, deps, payable.request, body.reference, { operatorId: operator.accountId }, now)
  const view = await presentRequest(deps, tx, row, payable.all)
  await idempotency.saveAnswer(tx, 200, view)
  return view
}

/** Runs after a second operator has approved it. */
export async function executePayout(tx: Tx, deps: Deps, action: ApprovedAction, now: Date) {
  const { id: approvalId, vendorId, requestedBy, approvedBy, text } = action
  const { requestId } = z.strictObject({ requestId: z.string() }).parse(action.payload)
  const { request } = await lockPayable(tx, vendorId, requestId)
  if (request.manual_payout_minor_unit !== action.amountMinorUnit)
    throw refused(request, 'The amount to pay out has changed. Reject this request and record the payout again.')
  const by = { operatorId: requestedBy, approved: { approvalId, approvedBy } }
  await applyPaidOut(tx, deps, request, text ?? '', by, now)
  return { requestId, amountMinorUnit: toJsonInteger(request.manual_payout_minor_unit) }
}

async function lockPayable(tx: Tx, vendorId: VendorId, id: string) {
  await lockWallet(tx, vendorId)
  const request = await sql.lockRequest(tx, vendorId, id)
  const all = await payouts.listPayouts(tx, vendorId, [id])
  assertPayable(request, all)
  return { request, all }
}

interface Payer {
  operatorId: AccountId
  approved?: { approvalId: string; approvedBy: AccountId }
}

async function applyPaidOut(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  { vendor_id: vendorId, id }: sql.RequestRow,
  reference: string,
  { operatorId, approved }: Payer,
  now: Date,
) {
  const row = await sql.markPaidOut(tx, vendorId, id, {
    paid_out_at: now,
    paid_out_by: operatorId,
    paid_out_reference_cipher: await sealText(deps, tx, vendorId, reference),
  })
  const figures = { amountMinorUnit: toJsonInteger(row.manual_payout_minor_unit), currency: row.currency }
  await notify(tx, vendorId, { kind: 'PAID_OUT', ...figures }, `paid-out-${id}`, now)
  await recordAction(
    tx,
    {
      operatorId,
      action: 'REFUND_PAID_OUT',
      vendorId,
      subjectType: 'refundRequest',
      subjectId: id,
      details: { ...figures, ...approved },
      before: { paidOutAt: null },
      after: { paidOutAt: now.toISOString() },
    },
    now,
  )
  return row
}

/** While the gateway may still refuse a part, the amount to pay manually is not final. */
function assertPayable(request: sql.RequestRow, all: readonly payouts.PayoutRow[]) {
  if (request.manual_payout_minor_unit === 0n) throw refused(request, 'This refund has no manual payout.')
  if (request.status !== 'REFUNDED' || all.some(({ settled_at }) => settled_at === null))
    throw refused(request, 'The payment gateway has not completed its refunds yet, so the amount may still change.')
  if (request.paid_out_at !== null) throw refused(request, 'It has already been paid out.')
}

const refused = ({ status }: sql.RequestRow, detail: string) =>
  new AppError('INVALID_STATE', { detail, members: { currentStatus: status } })
