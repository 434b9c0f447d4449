import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RefundEvent } from '../../../ports/payment-gateway.ts'
import * as crossVendor from '../cross-vendor.sql.ts'
import { type PayoutOutcome, settlePayout } from './settle-payout.ts'

/**
 * False when the refund is unknown. It may have been made directly at the gateway, and our ledger does not include it.
 */
export async function applyRefundEvent(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'config'>,
  event: Omit<RefundEvent, 'at'>,
  now: Date,
): Promise<boolean> {
  const payout = await crossVendor.findPayoutOfEvent(
    tx,
    event.gatewayRefundId,
    event.gatewayPaymentId,
    event.amountMinorUnit,
  )
  if (!payout) return false
  const outcome = outcomeOf(event)
  if (outcome) await settlePayout(tx, deps, payout, outcome, now)
  return true
}

function outcomeOf({
  status,
  gatewayRefundId,
}: Pick<RefundEvent, 'status' | 'gatewayRefundId'>): PayoutOutcome | undefined {
  switch (status) {
    case 'pending':
      return { status: 'ACCEPTED', gatewayRefundId }
    case 'processed':
      return { status: 'PROCESSED', gatewayRefundId }
    case 'failed':
      return { status: 'FAILED', gatewayRefundId, failure: 'GATEWAY_FAILED' }
    default:
      return undefined
  }
}
