import { assert } from '../../../domain/assert.ts'
import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import type { Once } from '../../../platform/idempotency/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { recordAction } from '../../audit/record.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { isClosedOrClosing } from '../../vendors/close.ts'
import { lockWallet } from '../../wallet/read.ts'
import { closeFlaggedLetters } from '../../webhook-intake/flagged.ts'
import { creditRecharge } from '../credit-recharge.ts'
import { refundPayment } from '../jobs.ts'
import { amountLeft, presentUnmatched } from './list-unmatched.ts'
import * as sql from './unmatched.cross-vendor.sql.ts'

interface Decision {
  gatewayPaymentId: string
  operator: Operator
  reason: string
  once: Once
  now: Date
}

/** Commits the decision to refund. A job then asks the gateway until it gets an answer. */
export async function refundUnmatched(deps: Pick<Deps, 'db' | 'clock'>, input: Omit<Decision, 'now'>) {
  const view = await inTransaction(deps.db, (tx) => refundWithin(tx, { ...input, now: deps.clock.now() }))
  crashPoint('payment.refund-planned')
  return view
}

async function refundWithin(tx: Tx, decision: Decision) {
  const { operator, now } = decision
  const payment = await lockUndecided(tx, decision)
  const amountMinorUnit = await amountLeft(tx, payment)
  await sql.insertRefund(tx, {
    id: newId<'paymentRefund'>(),
    payment_id: payment.id,
    amount_minor_unit: amountMinorUnit,
    requested_by: operator.accountId,
    created_at: now,
  })
  await sql.updateUnmatched(tx, payment.id, { state: 'REFUNDING', decided_by: operator.accountId })
  await addToOutbox(tx, PLATFORM, refundPayment, { paymentId: payment.id }, now)
  await audit(tx, 'PAYMENT_REFUND_REQUESTED', payment, payment.vendor_id, amountMinorUnit, decision)
  return finishDecision(tx, payment, decision)
}

/**
 * Credits it as paid money like any recharge: with an invoice, and refundable over the same payment when the account is
 * closed.
 */
export async function creditUnmatched(deps: Deps, vendorId: VendorId, input: Omit<Decision, 'now'>) {
  return inTransaction(deps.db, (tx) => creditWithin(tx, deps, vendorId, { ...input, now: deps.clock.now() }))
}

async function creditWithin(tx: Tx, deps: Deps, vendorId: VendorId, decision: Decision) {
  const { operator, now, gatewayPaymentId } = decision
  const payment = await lockUndecided(tx, decision)
  const wallet = await lockWallet(tx, vendorId) // throws for an unknown vendor
  if (await isClosedOrClosing(tx, vendorId))
    throw new AppError('INVALID_STATE', {
      detail: 'The account is closed or being closed. Refund the payment instead.',
    })
  if (wallet.currency !== payment.currency)
    throw new AppError('CURRENCY_MISMATCH', {
      detail: 'The wallet has a different currency. Refund the payment instead.',
    })
  const amountMinorUnit = await amountLeft(tx, payment)
  await audit(tx, 'PAYMENT_CREDITED', payment, vendorId, amountMinorUnit, decision)
  await sql.updateUnmatched(tx, payment.id, {
    state: 'CREDITED',
    credited_vendor_id: vendorId,
    decided_by: operator.accountId,
    closed_at: now,
  })
  const credit = { vendorId, amountMinorUnit, currency: payment.currency }
  const outcome = await creditRecharge(tx, deps, credit, { gatewayPaymentId }, now)
  assert(outcome === 'APPLIED', 'an unplaced payment was not credited before')
  return finishDecision(tx, payment, decision)
}

/** Of two concurrent decisions, the second waits here and is refused. */
async function lockUndecided(tx: Tx, { gatewayPaymentId }: Decision) {
  const payment = await sql.lockUnmatched(tx, gatewayPaymentId)
  if (!payment) throw notFound()
  if (payment.state !== 'UNPLACED')
    throw new AppError('INVALID_STATE', {
      detail: 'This payment has already been resolved.',
      members: { currentStatus: payment.state },
    })
  return payment
}

async function finishDecision(tx: Tx, payment: sql.UnmatchedRow, { once, now }: Decision) {
  await closeFlaggedLetters(tx, payment.gateway_payment_id, now)
  const view = await presentUnmatched(tx, payment.id)
  await once.remember(tx, 200, view)
  return view
}

const audit = (
  tx: Tx,
  action: 'PAYMENT_REFUND_REQUESTED' | 'PAYMENT_CREDITED',
  payment: sql.UnmatchedRow,
  vendorId: VendorId | null,
  amountMinorUnit: bigint,
  { operator, reason, now }: Decision,
) =>
  recordAction(
    tx,
    {
      operatorId: operator.accountId,
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
      },
    },
    now,
  )
