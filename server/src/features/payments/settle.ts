import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ReportedPayment } from '../../ports/payment-gateway.ts'
import { lockOrderOf, markPaid, type Order } from '../orders/find.ts'
import { hasLeft } from '../vendors/close.ts'
import { lockWallet } from '../wallet/read.ts'
import { DONE, type Outcome } from '../webhook-intake/worker.ts'
import { EFFECTS } from './effects.ts'
import { decisionOn, markMatched, saveUnmatched } from './unmatched/save-unmatched.ts'
import { lockPayment } from './unmatched/unmatched.sql.ts'

/** Why a payment had no effect, and whether an operator should look: somebody's money may be in the wrong place. */
const FLAGS = {
  UNREADABLE: true,
  UNKNOWN_ORDER: true,
  AMOUNT_MISMATCH: true,
  CURRENCY_MISMATCH: true,
  VENDOR_MISMATCH: true,
  DUPLICATE_PAYMENT: true,
  /** The wallet is paid out and nothing may be sent: it can only go back. */
  ACCOUNT_CLOSED: true,
  REFUNDED: true,
  /** Made at the gateway itself: our books do not know of it. */
  UNKNOWN_REFUND: true,
  /** Authorised only: the gateway tells again when it has the money. */
  NOT_CAPTURED: false,
  /** It comes a second time as `subscription.charged`. */
  SUBSCRIPTION_CHARGE: false,
  NO_EFFECT: true,
} as const
export type Flag = keyof typeof FLAGS

export const flagged = (flag: Flag): Outcome & { kind: 'FLAGGED' } => ({
  kind: 'FLAGGED',
  flag,
  needsOperator: FLAGS[flag],
})

const LOCK_BUSY_SECONDS = 1

/**
 * The one way a captured payment takes effect, however we learned of it: by our own order, once, whole. The lock saves
 * the work of those who come at the same time; the row of the order and the keys of ledger and invoice decide.
 */
export async function settlePayment(deps: Deps, payment: ReportedPayment): Promise<Outcome> {
  if (payment.invoiceId !== null) return flagged('SUBSCRIPTION_CHARGE')
  if (payment.isRefunded) return flagged('REFUNDED')
  if (!payment.isCaptured) return flagged('NOT_CAPTURED')
  const settle = async () => {
    crashPoint('payment.locked')
    const now = deps.clock.now()
    const outcome = await inTransaction(deps.db, (tx) => settleWithin(tx, deps, payment, now))
    crashPoint('payment.after-commit')
    return outcome
  }
  const held = await holding(deps, `payment:${payment.gatewayPaymentId}`, settle)
  if (held.busy) return { kind: 'LATER', seconds: LOCK_BUSY_SECONDS }
  return held.result.kind === 'FLAGGED' ? { ...held.result, about: payment.gatewayPaymentId } : held.result
}

/** A lock that cannot be asked for (Redis is away) keeps nobody from being credited. */
async function holding<T>(deps: Deps, name: string, work: () => Promise<T>) {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await deps.lock.tryWith(name, deps.config.WEBHOOK_LOCK_TTL_SECONDS, begin)
  } catch (err) {
    if (hasBegun) throw err
    deps.log.warn({ event: 'payment.lock_unavailable', err })
    return { busy: false as const, result: await work() }
  }
}

/** What cannot be credited is kept for an operator in the same transaction. What an operator decided about it stands. */
async function settleWithin(tx: Tx, deps: Deps, payment: ReportedPayment, now: Date): Promise<Outcome> {
  const { gatewayPaymentId, gatewayOrderId } = payment
  await lockPayment(tx, gatewayPaymentId)
  const order = gatewayOrderId === null ? undefined : await lockOrderOf(tx, gatewayOrderId)
  const decision = await decisionOn(tx, gatewayPaymentId)
  if (decision === 'DECIDED') return DONE
  if (decision === 'PARTLY_REFUNDED') return flagged('REFUNDED')
  const outcome = order ? await matchWithin(tx, deps, order, payment, now) : flagged('UNKNOWN_ORDER')
  if (outcome.kind !== 'FLAGGED') {
    await markMatched(tx, gatewayPaymentId, now)
    return outcome
  }
  const ours = { vendorId: order?.vendorId ?? null, orderId: order?.id ?? null }
  await saveUnmatched(tx, { payment, ...ours, reason: outcome.flag }, now)
  return order ? { ...outcome, vendorId: order.vendorId } : outcome
}

async function matchWithin(tx: Tx, deps: Deps, order: Order, payment: ReportedPayment, now: Date): Promise<Outcome> {
  const mismatch = mismatchOf(order, payment)
  if (mismatch) return flagged(mismatch)
  if (order.status === 'PAID')
    return order.gatewayPaymentId === payment.gatewayPaymentId ? DONE : flagged('DUPLICATE_PAYMENT')
  await lockWallet(tx, order.vendorId)
  if (await hasLeft(tx, order.vendorId)) return flagged('ACCOUNT_CLOSED')
  const { gatewayPaymentId, amountMinorUnit, currency, method } = payment
  const captured = { gatewayPaymentId, amountMinorUnit, currency, ...(method && { method }) }
  const refusal = await EFFECTS[order.type](tx, deps, order, captured, now)
  if (refusal !== undefined) return { kind: 'FLAGGED', flag: refusal, needsOperator: true }
  await markPaid(tx, order, gatewayPaymentId, now)
  crashPoint('payment.before-commit')
  return DONE
}

function mismatchOf(order: Order, payment: ReportedPayment): Flag | undefined {
  if (payment.amountMinorUnit !== order.amountMinorUnit) return 'AMOUNT_MISMATCH'
  if (payment.currency !== order.currency) return 'CURRENCY_MISMATCH'
  if (payment.notedVendorIds.some((id) => id !== order.vendorId)) return 'VENDOR_MISMATCH'
  return undefined
}
