import { assertNever } from '../../domain/assert.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { noteFailure } from '../orders/find.ts'
import { applyRefundEvent } from '../refunds/payouts/refund-event.ts'
import { DONE, type EventHandler, type Outcome } from '../webhook-intake/worker.ts'
import { type GatewayEvent, type RefundEvent, readEvent } from './read-event.ts'
import { flagged, settlePayment } from './settle.ts'
import { settleSubscription } from './settle-subscription.ts'
import { applyPaymentRefundEvent } from './unmatched/settle-refund.ts'

/** One event of the payment gateway, out of the inbox. */
export const handleGatewayEvent: EventHandler = async (deps, { body, receivedAt }) =>
  handle(deps, readEvent(body, receivedAt))

async function handle(deps: Deps, event: GatewayEvent): Promise<Outcome> {
  switch (event.kind) {
    case 'CAPTURED':
      return settlePayment(deps, event.payment)
    case 'FAILED': {
      const { gatewayOrderId } = event
      if (gatewayOrderId !== null) await inTransaction(deps.db, (tx) => noteFailure(tx, gatewayOrderId))
      return DONE
    }
    case 'SUBSCRIPTION':
      return settleSubscription(deps, event.event)
    case 'REFUND': {
      const isOurs = await inTransaction(deps.db, (tx) => applyRefund(tx, deps, event.event, deps.clock.now()))
      return isOurs ? DONE : flagged('UNKNOWN_REFUND')
    }
    case 'OTHER':
      return DONE
    case 'UNREADABLE':
      return flagged('UNREADABLE')
    default:
      return assertNever(event)
  }
}

/** Of what a vendor asked back, or of a payment that could not be credited. */
const applyRefund = async (tx: Tx, deps: Deps, event: RefundEvent, now: Date) =>
  (await applyRefundEvent(tx, deps, event, now)) || applyPaymentRefundEvent(tx, event, now)
