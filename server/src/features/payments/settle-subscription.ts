import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { DONE, type Outcome } from '../inbox/work.ts'
import { applySubscriptionEvent } from '../subscriptions/apply-event.ts'
import type { SubscriptionEvent } from './read-event.ts'
import { flagged } from './settle.ts'

/** What the gateway tells of a subscription. The row of the subscription is locked, and a payment's id decides. */
export async function settleSubscription(deps: Deps, event: SubscriptionEvent): Promise<Outcome> {
  if (event.kind === 'charged' && event.payment?.isRefunded) return flagged('REFUNDED')
  if (event.kind === 'charged' && !event.payment?.isCaptured) return flagged('NOT_CAPTURED')
  const now = deps.clock.now()
  const refusal = await inTransaction(deps.db, (tx) => applySubscriptionEvent(tx, deps, event, now))
  return refusal ? { kind: 'FLAGGED', flag: refusal, needsPerson: true } : DONE
}
