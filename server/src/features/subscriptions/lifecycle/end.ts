import type { Tx } from '../../../platform/db/db.ts'
import { voidOpenInvoice } from '../../invoices/draft.ts'
import { notify } from '../../notifications/notify.ts'
import type { SubscriptionRow } from '../sql.ts'
import { type GraceDeps, saveSubscription } from './save-subscription.ts'

/**
 * Records the end of a subscription that has ended by the clock: run by the sweep, or earlier when a new plan is
 * created.
 */
export async function closeEnded(tx: Tx, deps: GraceDeps, row: SubscriptionRow, now: Date) {
  await saveSubscription(tx, deps, row, {}, now)
  await voidOpenInvoice(tx, row.vendor_id, row.id)
  if (row.trial_until)
    await notify(tx, row.vendor_id, { kind: 'TRIAL_ENDED', plan: row.plan }, `trial-ended-${row.id}`, now)
}
