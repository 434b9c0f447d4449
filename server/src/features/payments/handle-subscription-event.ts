import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ReportedPayment, SubscriptionEvent } from '../../ports/payment-gateway.ts'
import { applySubscriptionEvent, findVendorOfGatewaySubscription } from '../subscriptions/gateway/apply-event.ts'
import { DONE, type Outcome } from '../webhook-intake/worker.ts'
import { findUnmatchedOutcome, flagged } from './settle.ts'
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
): Promise<Outcome> {
  if (event.kind === 'charged' && event.payment?.isRefunded) return flagged('REFUNDED')
  if (event.kind === 'charged' && !event.payment?.isCaptured) return flagged('NOT_CAPTURED')
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) =>
    event.kind === 'charged' && event.payment
      ? applyChargeWithin(tx, deps, event, { ...event.payment, isReplay }, now)
      : applyWithin(tx, deps, event, now),
  )
}

async function applyWithin(tx: Tx, deps: Deps, event: SubscriptionEvent, now: Date): Promise<Outcome> {
  const refusal = await applySubscriptionEvent(tx, deps, event, now)
  return refusal ? { kind: 'FLAGGED', flag: refusal, needsOperator: true } : DONE
}

/** A charge that cannot be applied is money that has arrived: an operator refunds or credits it. */
async function applyChargeWithin(
  tx: Tx,
  deps: Deps,
  event: SubscriptionEvent,
  { isReplay, ...payment }: ReportedPayment & { isReplay: boolean },
  now: Date,
): Promise<Outcome> {
  const { gatewayPaymentId } = payment
  await lockPayment(tx, gatewayPaymentId)
  const settled = await findUnmatchedOutcome(tx, gatewayPaymentId, isReplay)
  if (settled) return settled
  const outcome = await applyWithin(tx, deps, event, now)
  if (outcome.kind !== 'FLAGGED') {
    await markMatched(tx, gatewayPaymentId, now)
    return outcome
  }
  const vendorId = await findVendorOfGatewaySubscription(tx, event.gatewaySubId)
  await saveUnmatched(tx, { payment, vendorId, orderId: null, reason: outcome.flag }, now)
  return { ...outcome, about: gatewayPaymentId, vendorId }
}
