import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ReportedPayment, SubscriptionEvent } from '../../ports/payment-gateway.ts'
import { applySubscriptionEvent } from '../subscriptions/gateway/apply-event.ts'
import { vendorOfGatewaySubscription } from '../subscriptions/gateway/vendor-of.ts'
import { DONE, type Outcome } from '../webhook-intake/worker.ts'
import { flagged } from './settle.ts'
import { decisionOn, markMatched, saveUnmatched } from './unmatched/save-unmatched.ts'
import { lockPayment } from './unmatched/unmatched.sql.ts'

/** What the gateway tells of a subscription. The row of the subscription is locked, and a payment's id decides. */
export async function settleSubscription(deps: Deps, event: SubscriptionEvent): Promise<Outcome> {
  if (event.kind === 'charged' && event.payment?.isRefunded) return flagged('REFUNDED')
  if (event.kind === 'charged' && !event.payment?.isCaptured) return flagged('NOT_CAPTURED')
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) =>
    event.kind === 'charged' && event.payment
      ? chargeWithin(tx, deps, event, event.payment, now)
      : applyWithin(tx, deps, event, now),
  )
}

async function applyWithin(tx: Tx, deps: Deps, event: SubscriptionEvent, now: Date): Promise<Outcome> {
  const refusal = await applySubscriptionEvent(tx, deps, event, now)
  return refusal ? { kind: 'FLAGGED', flag: refusal, needsOperator: true } : DONE
}

/** A charge that buys nothing is money that arrived: an operator refunds or credits it. */
async function chargeWithin(
  tx: Tx,
  deps: Deps,
  event: SubscriptionEvent,
  payment: ReportedPayment,
  now: Date,
): Promise<Outcome> {
  const { gatewayPaymentId } = payment
  await lockPayment(tx, gatewayPaymentId)
  const decision = await decisionOn(tx, gatewayPaymentId)
  if (decision === 'DECIDED') return DONE
  if (decision === 'PARTLY_REFUNDED') return { ...flagged('REFUNDED'), about: gatewayPaymentId }
  const outcome = await applyWithin(tx, deps, event, now)
  if (outcome.kind !== 'FLAGGED') {
    await markMatched(tx, gatewayPaymentId, now)
    return outcome
  }
  const vendorId = await vendorOfGatewaySubscription(tx, event.gatewaySubId)
  await saveUnmatched(tx, { payment, vendorId, orderId: null, reason: outcome.flag }, now)
  return { ...outcome, about: gatewayPaymentId, vendorId }
}
