import type { VendorId } from '../../../domain/ids.ts'
import { REFUND_CHECK_MINUTES } from '../../../domain/limits.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type GatewayRefund, GatewayRefused } from '../../../ports/payment-gateway.ts'
import { promiseInOutbox } from '../../outbox/add.ts'
import * as jobs from '../jobs.ts'
import { lockWithPlan } from '../lock.ts'
import * as sql from '../sql.ts'
import * as payouts from './payouts.sql.ts'
import { concludeRequest, type PayoutOutcome, settlePayout } from './settle-payout.ts'

export async function processRefund(deps: Deps, vendorId: VendorId, requestId: string) {
  const open = await inTransaction(deps.db, (tx) => beginWithin(tx, deps, vendorId, requestId, deps.clock.now()))
  crashPoint('refund.processing')
  for (const payout of open) {
    const outcome = await requestRefund(deps, payout)
    crashPoint('refund.answered')
    if (outcome) await inTransaction(deps.db, (tx) => settlePayout(tx, deps, payout, outcome, deps.clock.now()))
  }
  await inTransaction(deps.db, (tx) => scheduleCheck(tx, vendorId, requestId, deps.clock.now()))
}

/** The payouts to request from the gateway. PROCESSING is committed before the first call. */
async function beginWithin(tx: Tx, deps: Deps, vendorId: VendorId, requestId: string, now: Date) {
  await lockWithPlan(tx, vendorId, requestId)
  await sql.transitionRequest(tx, vendorId, requestId, 'PROCESSING', {})
  const open = await listUnsettled(tx, vendorId, requestId)
  if (open.length === 0) await concludeRequest(tx, deps, await sql.lockRequest(tx, vendorId, requestId), now)
  return open
}

const listUnsettled = async (tx: Tx, vendorId: VendorId, requestId: string) =>
  (await payouts.listPayouts(tx, vendorId, [requestId])).filter(({ settled_at }) => settled_at === null)

/**
 * Uses the same idempotency key each time, so the gateway refunds once. Throws when the outcome of the call is not
 * known.
 */
async function requestRefund(deps: Deps, payout: payouts.PayoutRow): Promise<PayoutOutcome | undefined> {
  try {
    return outcomeOf(
      await deps.gateway.refund({
        gatewayPaymentId: payout.gateway_payment_id,
        amountMinorUnit: payout.amount_minor_unit,
        idempotencyKey: payout.id,
        notes: { vendorId: payout.vendor_id, refundRequestId: payout.request_id },
      }),
    )
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    deps.log.warn({ event: 'refund.refused', payoutId: payout.id, code: error.code })
    // A refund accepted earlier is in progress; this refusal does not change that.
    return payout.status === 'PLANNED' ? { status: 'FAILED', gatewayRefundId: null, failure: error.code } : undefined
  }
}

const outcomeOf = ({ status, gatewayRefundId }: GatewayRefund): PayoutOutcome =>
  status === 'failed'
    ? { status: 'FAILED', gatewayRefundId, failure: 'GATEWAY_FAILED' }
    : { status: status === 'processed' ? 'PROCESSED' : 'ACCEPTED', gatewayRefundId }

/** A webhook normally settles a payout in progress. In case it is lost, the gateway is asked again. */
async function scheduleCheck(tx: Tx, vendorId: VendorId, requestId: string, now: Date) {
  await sql.lockRequest(tx, vendorId, requestId)
  if ((await listUnsettled(tx, vendorId, requestId)).length === 0) return
  const later = new Date(now.getTime() + REFUND_CHECK_MINUTES * 60_000)
  await promiseInOutbox(tx, vendorId, jobs.processRefund, { requestId }, now, later)
}
