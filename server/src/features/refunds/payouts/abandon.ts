import type { z } from 'zod'
import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { GatewayRefused, GatewayUnavailable, type ListedRefund } from '../../../ports/payment-gateway.ts'
import type { processRefund } from '../jobs.ts'
import { lockWithPlan } from '../lock.ts'
import * as sql from '../sql.ts'
import * as payouts from './payouts.sql.ts'
import { concludeRequest, type PayoutOutcome, settlePayout } from './settle-payout.ts'

type AbandonDeps = Pick<Deps, 'db' | 'gateway' | 'keyring' | 'config'>

/**
 * Finishes a refund request whose job was given up, when an operator closes its dead letter. The gateway is asked
 * before the transaction, because the answer to our own call may have been lost; the returned function then records
 * what the gateway reported. Otherwise the request would stay open forever and block the vendor's plan.
 */
export async function abandonRefund(
  deps: AbandonDeps,
  vendorId: VendorId,
  { requestId }: z.output<typeof processRefund.payload>,
) {
  const open = (await payouts.listPayouts(deps.db, vendorId, [requestId])).filter(({ settled_at }) => !settled_at)
  const results: { payout: payouts.PayoutRow; outcome: PayoutOutcome }[] = []
  for (const payout of open) {
    const isOurs = ({ notes }: ListedRefund) => notes['refundRequestId'] === requestId
    results.push({ payout, outcome: await finalOutcome(deps, payout.gateway_payment_id, isOurs) })
  }
  return async (tx: Tx, now: Date) => {
    await lockWithPlan(tx, vendorId, requestId)
    await sql.transitionRequest(tx, vendorId, requestId, 'PROCESSING', {})
    for (const { payout, outcome } of results) await settlePayout(tx, deps, payout, outcome, now)
    await concludeRequest(tx, deps, await sql.lockRequest(tx, vendorId, requestId), now)
  }
}

/** What became of a refund that we asked for. Refused while the gateway has not decided it. */
export async function finalOutcome(
  deps: Pick<Deps, 'gateway'>,
  gatewayPaymentId: string,
  isOurs: (refund: ListedRefund) => boolean,
): Promise<PayoutOutcome & { status: 'PROCESSED' | 'FAILED' }> {
  const made = (await listRefunds(deps, gatewayPaymentId)).filter(isOurs)
  const refund = made.find(({ status }) => status !== 'failed') ?? made[0]
  if (!refund) return { status: 'FAILED', gatewayRefundId: null, failure: 'GIVEN_UP' }
  const { gatewayRefundId } = refund
  if (refund.status === 'processed') return { status: 'PROCESSED', gatewayRefundId }
  if (refund.status === 'failed') return { status: 'FAILED', gatewayRefundId, failure: 'GATEWAY_FAILED' }
  throw new AppError('INVALID_STATE', {
    detail: 'The payment gateway is still processing this refund. Replay the dead letter instead.',
  })
}

async function listRefunds({ gateway }: Pick<Deps, 'gateway'>, gatewayPaymentId: string) {
  try {
    return await gateway.refundsOf(gatewayPaymentId)
  } catch (cause) {
    if (cause instanceof GatewayRefused) return [] // it does not know the payment
    if (!(cause instanceof GatewayUnavailable)) throw cause
    throw new AppError('GATEWAY_UNAVAILABLE', {
      detail: 'The refund cannot be verified while the payment gateway is unavailable. Try again later.',
      cause,
    })
  }
}
