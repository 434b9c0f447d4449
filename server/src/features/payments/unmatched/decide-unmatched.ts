import { z } from 'zod'
import { assert } from '../../../domain/assert.ts'
import { type AccountId, PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { isId, newId } from '../../../platform/ids.ts'
import type { ApprovedAction } from '../../approvals/handlers.ts'
import { requestApproval } from '../../approvals/request.ts'
import type { PendingView } from '../../approvals/schema.ts'
import { recordAction } from '../../audit/record.ts'
import { lockMoneyOperator } from '../../auth/accounts/operators.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { isClosedOrClosing } from '../../vendors/close.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { closeFlaggedDeadLetters } from '../../webhook-intake/flagged.ts'
import { creditRecharge } from '../credit-recharge.ts'
import { refundPayment } from '../jobs.ts'
import { amountLeft, presentUnmatched } from './list-unmatched.ts'
import * as sql from './unmatched.cross-vendor.sql.ts'

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keyring'>

interface Decider {
  operatorId: AccountId
  reason: string
  approved?: { approvalId: string; approvedBy: AccountId }
}

interface Decision {
  gatewayPaymentId: string
  operator: Operator
  reason: string
  idempotency: IdempotencyRecord
  now: Date
}

/**
 * Commits the decision to refund. A job then asks the gateway until it gets an answer. Above the threshold nothing
 * happens until a second operator has approved it.
 */
export async function refundUnmatched(deps: DecideDeps, input: Omit<Decision, 'now'>) {
  const view = await inTransaction(deps.db, (tx) => refundWithin(tx, deps, { ...input, now: deps.clock.now() }))
  crashPoint('payment.refund-planned')
  return view
}

async function refundWithin(tx: Tx, deps: DecideDeps, decision: Decision) {
  const { operator, reason, now, gatewayPaymentId } = decision
  await lockMoneyOperator(tx, operator)
  const payment = await lockUndecided(tx, gatewayPaymentId)
  const action = {
    vendorId: payment.vendor_id ?? PLATFORM,
    amountMinorUnit: await amountLeft(tx, payment),
    currency: payment.currency,
    reason,
    subjectId: gatewayPaymentId,
    payload: { gatewayPaymentId },
  }
  const pending = await requestApproval(tx, deps, operator, { kind: 'PAYMENT_REFUND', ...action }, now)
  if (pending) return answerPending(tx, pending, decision)
  await applyRefund(tx, payment, { operatorId: operator.accountId, reason }, now)
  return answer(tx, payment, decision)
}

/** Runs after a second operator has approved it. */
export async function executePaymentRefund(tx: Tx, _deps: Deps, action: ApprovedAction, now: Date) {
  const { id: approvalId, reason, requestedBy, approvedBy } = action
  const { gatewayPaymentId } = z.strictObject({ gatewayPaymentId: z.string() }).parse(action.payload)
  const payment = await lockUndecided(tx, gatewayPaymentId)
  await assertApproved(tx, payment, action)
  const by = { operatorId: requestedBy, reason, approved: { approvalId, approvedBy } }
  const amountMinorUnit = await applyRefund(tx, payment, by, now)
  return { gatewayPaymentId, amountMinorUnit: toJsonInteger(amountMinorUnit) }
}

async function applyRefund(tx: Tx, payment: sql.UnmatchedRow, by: Decider, now: Date) {
  const amountMinorUnit = await amountLeft(tx, payment)
  await sql.insertRefund(tx, {
    id: newId<'paymentRefund'>(),
    payment_id: payment.id,
    amount_minor_unit: amountMinorUnit,
    requested_by: by.operatorId,
    created_at: now,
  })
  await sql.updateUnmatched(tx, payment.id, { state: 'REFUNDING', decided_by: by.operatorId })
  await addToOutbox(tx, PLATFORM, refundPayment, { paymentId: payment.id }, now)
  await audit(tx, 'PAYMENT_REFUND_REQUESTED', payment, payment.vendor_id, amountMinorUnit, by, now)
  await closeFlaggedDeadLetters(tx, payment.gateway_payment_id, now)
  return amountMinorUnit
}

/**
 * Credits it as paid money like any recharge: with an invoice, and refundable over the same payment when the account is
 * closed. Above the threshold a second operator has to approve it.
 */
export async function creditUnmatched(deps: Deps, vendorId: VendorId, input: Omit<Decision, 'now'>) {
  return inTransaction(deps.db, (tx) => creditWithin(tx, deps, vendorId, { ...input, now: deps.clock.now() }))
}

async function creditWithin(tx: Tx, deps: Deps, vendorId: VendorId, decision: Decision) {
  if (!isId(vendorId)) throw notFound()
  const { operator, reason, now, gatewayPaymentId } = decision
  await lockMoneyOperator(tx, operator)
  const payment = await lockUndecided(tx, gatewayPaymentId)
  await assertCreditable(tx, vendorId, payment)
  const action = {
    vendorId,
    amountMinorUnit: await amountLeft(tx, payment),
    currency: payment.currency,
    reason,
    subjectId: gatewayPaymentId,
    payload: { gatewayPaymentId },
  }
  const pending = await requestApproval(tx, deps, operator, { kind: 'PAYMENT_CREDIT', ...action }, now)
  if (pending) return answerPending(tx, pending, decision)
  await applyCredit(tx, deps, vendorId, payment, { operatorId: operator.accountId, reason }, now)
  return answer(tx, payment, decision)
}

/** Runs after a second operator has approved it. */
export async function executePaymentCredit(tx: Tx, deps: Deps, action: ApprovedAction, now: Date) {
  const { id: approvalId, vendorId, reason, requestedBy, approvedBy } = action
  const { gatewayPaymentId } = z.strictObject({ gatewayPaymentId: z.string() }).parse(action.payload)
  const payment = await lockUndecided(tx, gatewayPaymentId)
  await assertCreditable(tx, vendorId, payment)
  await assertApproved(tx, payment, action)
  const by = { operatorId: requestedBy, reason, approved: { approvalId, approvedBy } }
  const amountMinorUnit = await applyCredit(tx, deps, vendorId, payment, by, now)
  return { gatewayPaymentId, amountMinorUnit: toJsonInteger(amountMinorUnit) }
}

/** A part that the gateway was returning may have come back since the request. Nobody has approved that amount. */
async function assertApproved(tx: Tx, payment: sql.UnmatchedRow, { amountMinorUnit }: ApprovedAction) {
  if ((await amountLeft(tx, payment)) > amountMinorUnit)
    throw new AppError('INVALID_STATE', {
      detail: 'More of the payment is left now than was requested. Reject this request and decide again.',
    })
}

async function assertCreditable(tx: Tx, vendorId: VendorId, payment: sql.UnmatchedRow) {
  const wallet = await lockWallet(tx, vendorId) // throws for an unknown vendor
  if (await isClosedOrClosing(tx, vendorId))
    throw new AppError('INVALID_STATE', {
      detail: 'The account is closed or being closed. Refund the payment instead.',
    })
  if (wallet.currency !== payment.currency)
    throw new AppError('CURRENCY_MISMATCH', {
      detail: 'The wallet has a different currency. Refund the payment instead.',
    })
}

async function applyCredit(tx: Tx, deps: Deps, vendorId: VendorId, payment: sql.UnmatchedRow, by: Decider, now: Date) {
  const { gateway_payment_id: gatewayPaymentId, currency } = payment
  const amountMinorUnit = await amountLeft(tx, payment)
  await audit(tx, 'PAYMENT_CREDITED', payment, vendorId, amountMinorUnit, by, now)
  await sql.updateUnmatched(tx, payment.id, {
    state: 'CREDITED',
    credited_vendor_id: vendorId,
    decided_by: by.operatorId,
    closed_at: now,
  })
  const outcome = await creditRecharge(tx, deps, { vendorId, amountMinorUnit, currency }, { gatewayPaymentId }, now)
  assert(outcome === 'APPLIED', 'an unplaced payment was not credited before')
  await closeFlaggedDeadLetters(tx, gatewayPaymentId, now)
  return amountMinorUnit
}

/** Of two concurrent decisions, the second waits here and is refused. */
async function lockUndecided(tx: Tx, gatewayPaymentId: string) {
  const payment = await sql.lockUnmatched(tx, gatewayPaymentId)
  if (!payment) throw notFound()
  if (payment.state !== 'UNPLACED')
    throw new AppError('INVALID_STATE', {
      detail: 'This payment has already been resolved.',
      members: { currentStatus: payment.state },
    })
  return payment
}

async function answer(tx: Tx, payment: sql.UnmatchedRow, { idempotency }: Decision) {
  const view = await presentUnmatched(tx, payment.id)
  await idempotency.saveAnswer(tx, 200, view)
  return view
}

async function answerPending(tx: Tx, pending: PendingView, { idempotency }: Decision) {
  await idempotency.saveAnswer(tx, 202, pending)
  return pending
}

const audit = (
  tx: Tx,
  action: 'PAYMENT_REFUND_REQUESTED' | 'PAYMENT_CREDITED',
  payment: sql.UnmatchedRow,
  vendorId: VendorId | null,
  amountMinorUnit: bigint,
  { operatorId, reason, approved }: Decider,
  now: Date,
) =>
  recordAction(
    tx,
    {
      operatorId,
      action,
      vendorId,
      subjectType: 'payment',
      subjectId: payment.gateway_payment_id,
      details: {
        amountMinorUnit: toJsonInteger(amountMinorUnit),
        currency: payment.currency,
        unplacedReason: payment.reason,
        orderVendorId: payment.vendor_id,
        orderId: payment.order_id,
        reason,
        ...approved,
      },
      before: { state: payment.state },
      after: { state: action === 'PAYMENT_CREDITED' ? 'CREDITED' : 'REFUNDING' },
    },
    now,
  )
