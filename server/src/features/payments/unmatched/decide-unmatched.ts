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
import { hasLeft } from '../../vendors/close.ts'
import { lockWallet } from '../../wallet/read.ts'
import { closeFlaggedLetters } from '../../webhook-intake/flagged.ts'
import { creditRecharge } from '../credit-recharge.ts'
import { refundPayment } from '../jobs.ts'
import { paymentLeft, presentUnmatched } from './list-unmatched.ts'
import * as sql from './unmatched.sql.ts'

interface Decision {
  gatewayPaymentId: string
  operator: Operator
  reason: string
  once: Once
  now: Date
}

/** Commits the intent. A job asks the gateway and repeats until it has an answer. */
export async function refundUnmatched(deps: Pick<Deps, 'db' | 'clock'>, input: Omit<Decision, 'now'>) {
  const view = await inTransaction(deps.db, (tx) => refundWithin(tx, { ...input, now: deps.clock.now() }))
  crashPoint('payment.refund-planned')
  return view
}

async function refundWithin(tx: Tx, decision: Decision) {
  const { operator, now } = decision
  const payment = await lockUndecided(tx, decision)
  const left = await paymentLeft(tx, payment)
  await sql.insertRefund(tx, {
    id: newId<'paymentRefund'>(),
    payment_id: payment.id,
    amount_minor_unit: left,
    requested_by: operator.accountId,
    created_at: now,
  })
  await sql.updateUnplaced(tx, payment.id, { state: 'REFUNDING', decided_by: operator.accountId })
  await addToOutbox(tx, PLATFORM, refundPayment, { paymentId: payment.id }, now)
  await audit(tx, 'PAYMENT_REFUND_REQUESTED', payment, payment.vendor_id, left, decision)
  return close(tx, payment, decision)
}

/** Paid money like any recharge: with an invoice, and refundable over the same payment when the account is closed. */
export async function creditUnmatched(deps: Deps, vendorId: VendorId, input: Omit<Decision, 'now'>) {
  return inTransaction(deps.db, (tx) => creditWithin(tx, deps, vendorId, { ...input, now: deps.clock.now() }))
}

async function creditWithin(tx: Tx, deps: Deps, vendorId: VendorId, decision: Decision) {
  const { operator, now, gatewayPaymentId } = decision
  const payment = await lockUndecided(tx, decision)
  const wallet = await lockWallet(tx, vendorId) // an unknown vendor ends here
  if (await hasLeft(tx, vendorId))
    throw new AppError('INVALID_STATE', {
      detail: 'The account is closed or being closed. Refund the payment instead.',
    })
  if (wallet.currency !== payment.currency)
    throw new AppError('CURRENCY_MISMATCH', {
      detail: 'The wallet has a different currency. Refund the payment instead.',
    })
  const left = await paymentLeft(tx, payment)
  await audit(tx, 'PAYMENT_CREDITED', payment, vendorId, left, decision)
  await sql.updateUnplaced(tx, payment.id, {
    state: 'CREDITED',
    credited_vendor_id: vendorId,
    decided_by: operator.accountId,
    closed_at: now,
  })
  const credit = { vendorId, amountMinorUnit: left, currency: payment.currency }
  const moved = await creditRecharge(tx, deps, credit, { gatewayPaymentId }, now)
  assert(moved === 'APPLIED', 'an unplaced payment was not credited before')
  return close(tx, payment, decision)
}

/** Of two decisions at the same moment the second waits here and is refused. */
async function lockUndecided(tx: Tx, { gatewayPaymentId }: Decision) {
  const payment = await sql.lockUnplaced(tx, gatewayPaymentId)
  if (!payment) throw notFound()
  if (payment.state !== 'UNPLACED')
    throw new AppError('INVALID_STATE', {
      detail: 'This payment has already been resolved.',
      members: { currentStatus: payment.state },
    })
  return payment
}

async function close(tx: Tx, payment: sql.UnplacedRow, { once, now }: Decision) {
  await closeFlaggedLetters(tx, payment.gateway_payment_id, now)
  const view = await presentUnmatched(tx, payment.id)
  await once.remember(tx, 200, view)
  return view
}

const audit = (
  tx: Tx,
  action: 'PAYMENT_REFUND_REQUESTED' | 'PAYMENT_CREDITED',
  payment: sql.UnplacedRow,
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
