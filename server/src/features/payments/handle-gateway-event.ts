import { assertNever } from '../../domain/assert.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { GatewayEvent, RefundEvent } from '../../ports/payment-gateway.ts'
import { markFailed } from '../orders/mark-paid.ts'
import { applyRefundEvent } from '../refunds/payouts/refund-event.ts'
import { DONE, type EventHandler, type EventOutcome } from '../webhook-intake/worker.ts'
import { handleSubscriptionEvent } from './handle-subscription-event.ts'
import { flagged, settlePayment } from './settle.ts'
import { applyUnmatchedRefundEvent } from './unmatched/settle-refund.ts'

/** Handles one event of the payment gateway from the webhook intake. */
export const handleGatewayEvent: EventHandler = async (deps, { body, receivedAt, isReplay = false }) =>
  handleEvent(deps, deps.gatewayWebhooks.read(body, receivedAt), isReplay)

async function handleEvent(deps: Deps, event: GatewayEvent, isReplay: boolean): Promise<EventOutcome> {
  switch (event.kind) {
    case 'CAPTURED':
      return settlePayment(deps, event.payment, { isReplay })
    case 'FAILED': {
      const { gatewayOrderId } = event
      if (gatewayOrderId !== null) await inTransaction(deps.db, (tx) => markFailed(tx, gatewayOrderId))
      return DONE
    }
    case 'SUBSCRIPTION':
      return handleSubscriptionEvent(deps, event.event, { isReplay })
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

/** The refund of a refund request, or of an unmatched payment. */
const applyRefund = async (tx: Tx, deps: Deps, event: RefundEvent, now: Date) =>
  (await applyRefundEvent(tx, deps, event, now)) || applyUnmatchedRefundEvent(tx, event, now)
