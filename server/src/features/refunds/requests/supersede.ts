import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { recordAction } from '../../audit/record.ts'
import { notify } from '../../notifications/notify.ts'
import * as payouts from '../payouts/payouts.sql.ts'
import * as sql from '../sql.ts'

/**
 * Ends open refund requests for a plan when an order for it is paid: the vendor keeps what it paid for. A request in
 * PROCESSING stays, because the gateway may have been asked; its value is no longer counted
 * (`subscriptions/cycles.sql.ts`). The caller holds the plan's lock.
 */
export async function supersedeRequests(tx: Tx, vendorId: VendorId, subscriptionId: string, now: Date) {
  for (const { id, status, invoice_number: invoiceNumber } of await sql.lockRevocable(tx, vendorId, subscriptionId)) {
    for (const payout of await payouts.listPayouts(tx, vendorId, [id]))
      await payouts.transitionPayout(tx, vendorId, payout.id, 'FAILED', null, now)
    await sql.transitionRequest(tx, vendorId, id, 'REJECTED', {
      decision_reason: 'SUPERSEDED',
      decided_by: null,
      decided_at: now,
      finished_at: now,
      amount_minor_unit: null,
    })
    const notice = { kind: 'REFUND_SUPERSEDED', invoiceNumber: invoiceNumber ?? '' } as const
    await notify(tx, vendorId, notice, `refund-superseded-${id}`, now)
    const subject = { vendorId, subjectType: 'refundRequest', subjectId: id }
    const change = { before: { status }, after: { status: 'REJECTED' } }
    await recordAction(
      tx,
      { operatorId: null, action: 'REFUND_SUPERSEDED', ...subject, details: { invoiceNumber }, ...change },
      now,
    )
  }
}
