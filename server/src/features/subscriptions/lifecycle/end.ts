import type { Tx } from '../../../platform/db/db.ts'
import { dropOpenInvoice } from '../../invoices/draft.ts'
import { notify } from '../../notifications/notify.ts'
import type { SubscriptionRow } from '../sql.ts'
import { type GraceDeps, saveSubscription } from './save-subscription.ts'

/** What has ended by the clock is ended in the books: by the sweep, or by whoever needs its place before that. */
export async function closeEnded(tx: Tx, deps: GraceDeps, row: SubscriptionRow, now: Date) {
  await saveSubscription(tx, deps, row, {}, now)
  await dropOpenInvoice(tx, row.vendor_id, row.id)
  if (row.trial_until)
    await notify(tx, row.vendor_id, { kind: 'TRIAL_ENDED', plan: row.plan }, `trial-ended-${row.id}`, now)
}
