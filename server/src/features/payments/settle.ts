import type { VendorId } from '../../domain/ids.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { isId } from '../../platform/ids.ts'
import type { ReportedPayment } from '../../ports/payment-gateway.ts'
import type { Order } from '../orders/find.ts'
import { lockOrderByGatewayId, markPaid } from '../orders/mark-paid.ts'
import { isSubscriptionCharge } from '../subscriptions/gateway/apply-event.ts'
import { isClosedOrClosing } from '../vendors/close.ts'
import { vendorExists } from '../vendors/members.ts'
import { lockWallet } from '../wallet/lock.ts'
import { DONE, type EventOutcome } from '../webhook-intake/worker.ts'
import { fetchRefunds } from './fetch-order-payments.ts'
import { PAYMENT_EFFECTS } from './payment-effects.ts'
import { lockUnmatchedState, markMatched, saveUnmatched } from './unmatched/save-unmatched.ts'
import type { ExternalRefund } from './unmatched/settle-refund.ts'
import { lockPayment } from './unmatched/unmatched.cross-vendor.sql.ts'

/** Why a payment had no effect, and whether an operator has to look at it. */
const FLAGS = {
  UNREADABLE: true,
  UNKNOWN_ORDER: true,
  AMOUNT_MISMATCH: true,
  CURRENCY_MISMATCH: true,
  VENDOR_MISMATCH: true,
  DUPLICATE_PAYMENT: true,
  /** The wallet has been paid out and nothing may be sent, so the payment can only be refunded. */
  ACCOUNT_CLOSED: true,
  REFUNDED: true,
  /** A refund made directly at the gateway, which our ledger does not include. */
  UNKNOWN_REFUND: true,
  /** Authorised only: the gateway sends another event when it captures the payment. */
  NOT_CAPTURED: false,
  /** The same payment also arrives as `subscription.charged`. */
  SUBSCRIPTION_CHARGE: false,
  NO_EFFECT: true,
} as const
type Flag = keyof typeof FLAGS

export const flagged = (flag: Flag): EventOutcome & { kind: 'FLAGGED' } => ({
  kind: 'FLAGGED',
  flag,
  needsOperator: FLAGS[flag],
})

const LOCK_BUSY_SECONDS = 1

/**
 * Every captured payment takes effect through this function, whatever reported it: matched to our own order, once, in
 * full. The lock only avoids duplicate work; the order's row lock and the unique keys of ledger and invoice guarantee
 * it. A payment that waits for an operator is applied by a replay only, not because it is reported or found again.
 */
export async function settlePayment(
  deps: Deps,
  payment: ReportedPayment,
  { isReplay = false } = {},
): Promise<EventOutcome> {
  if (payment.invoiceId !== null) return flagged('SUBSCRIPTION_CHARGE')
  if (!payment.isCaptured) return flagged(payment.isRefunded ? 'REFUNDED' : 'NOT_CAPTURED')
  const refunds = await fetchRefunds(deps, payment)
  if (!refunds) return { ...flagged('REFUNDED'), about: payment.gatewayPaymentId }
  const settle = async () => {
    crashPoint('payment.locked')
    const now = deps.clock.now()
    const outcome = await inTransaction(deps.db, (tx) => settleWithin(tx, deps, { payment, refunds, isReplay }, now))
    crashPoint('payment.after-commit')
    return outcome
  }
  const attempt = await withPaymentLock(deps, `payment:${payment.gatewayPaymentId}`, settle)
  if (attempt.busy) return { kind: 'LATER', seconds: LOCK_BUSY_SECONDS }
  return attempt.result.kind === 'FLAGGED' ? { ...attempt.result, about: payment.gatewayPaymentId } : attempt.result
}

/** If the lock service is unavailable (Redis is down), the work runs without the lock. */
async function withPaymentLock<T>(deps: Deps, name: string, work: () => Promise<T>) {
  let hasStarted = false
  const start = () => {
    hasStarted = true
    return work()
  }
  try {
    return await deps.lock.tryWith(name, deps.config.WEBHOOK_LOCK_TTL_SECONDS, start)
  } catch (err) {
    if (hasStarted) throw err
    deps.log.warn({ event: 'payment.lock_unavailable', err })
    return { busy: false as const, result: await work() }
  }
}

export interface Arrival {
  payment: ReportedPayment
  /** What the gateway has returned of it already. */
  refunds: readonly ExternalRefund[]
  isReplay: boolean
}

/**
 * A payment that cannot be applied is recorded for an operator in the same transaction. An operator's earlier decision
 * about it stands.
 */
async function settleWithin(
  tx: Tx,
  deps: Deps,
  { payment, refunds, isReplay }: Arrival,
  now: Date,
): Promise<EventOutcome> {
  const { gatewayPaymentId, gatewayOrderId } = payment
  await lockPayment(tx, gatewayPaymentId)
  const order = gatewayOrderId === null ? undefined : await lockOrderByGatewayId(tx, gatewayOrderId)
  const settled = await findUnmatchedOutcome(tx, gatewayPaymentId, isReplay)
  if (settled) return settled
  if (!order && (await isSubscriptionCharge(tx, gatewayPaymentId))) return flagged('SUBSCRIPTION_CHARGE')
  const outcome = order ? await applyToOrderWithin(tx, deps, order, payment, now) : withoutOrder(payment)
  if (outcome.kind !== 'FLAGGED') {
    await markMatched(tx, gatewayPaymentId, now)
    return outcome
  }
  const vendorId = order?.vendorId ?? (await findNotedVendor(tx, payment))
  await saveUnmatched(tx, { payment, refunds, vendorId, orderId: order?.id ?? null, reason: outcome.flag }, now)
  return vendorId ? { ...outcome, vendorId } : outcome
}

const withoutOrder = ({ isRefunded }: ReportedPayment) => flagged(isRefunded ? 'REFUNDED' : 'UNKNOWN_ORDER')

/** Whom the notes of a payment without an order name. They tell the vendor; an operator decides whose the money is. */
async function findNotedVendor(tx: Tx, { notedVendorIds }: ReportedPayment): Promise<VendorId | null> {
  const [id, ...others] = new Set(notedVendorIds)
  const isOne = id !== undefined && others.length === 0 && isId(id)
  return isOne && (await vendorExists(tx, id as VendorId)) ? (id as VendorId) : null
}

/**
 * The outcome for a payment that was not credited when it arrived: an operator has decided about it, or it waits for
 * that. Undefined: it may be applied.
 */
export async function findUnmatchedOutcome(
  tx: Tx,
  gatewayPaymentId: string,
  isReplay: boolean,
): Promise<EventOutcome | undefined> {
  const about = gatewayPaymentId
  const unmatched = await lockUnmatchedState(tx, gatewayPaymentId)
  if (unmatched === 'NONE') return undefined
  if (unmatched === 'DECIDED') return DONE
  if (unmatched === 'PARTLY_REFUNDED') return { ...flagged('REFUNDED'), about }
  const { reason: flag, vendorId } = unmatched
  return isReplay ? undefined : { kind: 'FLAGGED', flag, needsOperator: true, about, ...(vendorId && { vendorId }) }
}

async function applyToOrderWithin(
  tx: Tx,
  deps: Deps,
  order: Order,
  payment: ReportedPayment,
  now: Date,
): Promise<EventOutcome> {
  if (payment.isRefunded) return hasPaid(order, payment) ? DONE : flagged('REFUNDED')
  const mismatch = mismatchOf(order, payment)
  if (mismatch) return flagged(mismatch)
  if (order.status === 'PAID')
    return order.gatewayPaymentId === payment.gatewayPaymentId ? DONE : flagged('DUPLICATE_PAYMENT')
  await lockWallet(tx, order.vendorId)
  if (await isClosedOrClosing(tx, order.vendorId)) return flagged('ACCOUNT_CLOSED')
  const { gatewayPaymentId, amountMinorUnit, currency, method } = payment
  const captured = { gatewayPaymentId, amountMinorUnit, currency, ...(method && { method }) }
  const refusal = await PAYMENT_EFFECTS[order.type](tx, deps, order, captured, now)
  if (refusal !== undefined) return { kind: 'FLAGGED', flag: refusal, needsOperator: true }
  await markPaid(tx, order, gatewayPaymentId, now)
  crashPoint('payment.before-commit')
  return DONE
}

const hasPaid = ({ status, gatewayPaymentId }: Order, payment: ReportedPayment) =>
  status === 'PAID' && gatewayPaymentId === payment.gatewayPaymentId

function mismatchOf(order: Order, payment: ReportedPayment): Flag | undefined {
  if (payment.amountMinorUnit !== order.amountMinorUnit) return 'AMOUNT_MISMATCH'
  if (payment.currency !== order.currency) return 'CURRENCY_MISMATCH'
  if (payment.notedVendorIds.some((id) => id !== order.vendorId)) return 'VENDOR_MISMATCH'
  return undefined
}
