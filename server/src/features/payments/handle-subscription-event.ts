import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ReportedPayment, SubscriptionEvent } from '../../ports/payment-gateway.ts'
import {
  applySubscriptionEvent,
  findVendorOfGatewaySubscription,
  isSubscriptionCharge,
} from '../subscriptions/gateway/apply-event.ts'
import { DONE, type EventOutcome } from '../webhook-intake/worker.ts'
import { fetchRefunds } from './fetch-order-payments.ts'
import { type Arrival, findUnmatchedOutcome, flagged } from './settle.ts'
import { markMatched, saveUnmatched } from './unmatched/save-unmatched.ts'
import { lockPayment } from './unmatched/unmatched.cross-vendor.sql.ts'

/**
 * Applies an event of a gateway subscription. The subscription's row is locked, and the payment's id makes the effect
 * idempotent.
 */
export async function handleSubscriptionEvent(
  deps: Deps,
  event: SubscriptionEvent,
  { isReplay = false } = {},
): Promise<EventOutcome> {
  const { payment } = event
  const now = deps.clock.now()
  if (event.kind !== 'charged') return inTransaction(deps.db, (tx) => applyWithin(tx, deps, event, now))
  if (!payment?.isCaptured) return flagged(payment?.isRefunded ? 'REFUNDED' : 'NOT_CAPTURED')
  const refunds = await fetchRefunds(deps, payment)
  if (!refunds) return { ...flagged('REFUNDED'), about: payment.gatewayPaymentId }
  return inTransaction(deps.db, (tx) => applyChargeWithin(tx, deps, event, { payment, refunds, isReplay }, now))
}

async function applyWithin(tx: Tx, deps: Deps, event: SubscriptionEvent, now: Date): Promise<EventOutcome> {
  const refusal = await applySubscriptionEvent(tx, deps, event, now)
  return refusal ? { kind: 'FLAGGED', flag: refusal, needsOperator: true } : DONE
}

/** A charge that cannot be applied is money that has arrived: an operator refunds or credits it. */
async function applyChargeWithin(
  tx: Tx,
  deps: Deps,
  event: SubscriptionEvent,
  { payment, refunds, isReplay }: Arrival,
  now: Date,
): Promise<EventOutcome> {
  const { gatewayPaymentId } = payment
  await lockPayment(tx, gatewayPaymentId)
  const settled = await findUnmatchedOutcome(tx, gatewayPaymentId, isReplay)
  if (settled && !waitsForPurpose(settled)) return settled
  const outcome = payment.isRefunded ? await refundedCharge(tx, payment) : await applyWithin(tx, deps, event, now)
  if (outcome.kind !== 'FLAGGED') {
    await markMatched(tx, gatewayPaymentId, now)
    return outcome
  }
  const vendorId = await findVendorOfGatewaySubscription(tx, event.gatewaySubId)
  await saveUnmatched(tx, { payment, refunds, vendorId, orderId: null, reason: outcome.flag }, now)
  return { ...outcome, about: gatewayPaymentId, vendorId }
}

/** `payment.captured` of a charge may arrive first, and does not always name its invoice. This event says what it buys. */
const waitsForPurpose = (settled: EventOutcome) => settled.kind === 'FLAGGED' && settled.flag === 'UNKNOWN_ORDER'

/** One that was applied before it was refunded bought its cycle. */
const refundedCharge = async (tx: Tx, { gatewayPaymentId }: ReportedPayment) =>
  (await isSubscriptionCharge(tx, gatewayPaymentId)) ? DONE : flagged('REFUNDED')
