import { DAY_MS } from '../../domain/durations.ts'
import { UNASSIGNED_KEPT_DAYS } from '../../domain/limits.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { purgeRecipients } from '../messages/singles/reply-routing.ts'
import * as crossVendor from './cross-vendor.sql.ts'

/** Deletes old reply routes and unassigned messages. Conversations stay as long as their contact. */
export const purgeConversations = (deps: Pick<Deps, 'db' | 'clock'>) =>
  inTransaction(deps.db, (tx) => purgeWithin(tx, deps.clock.now()))

async function purgeWithin(tx: Tx, now: Date) {
  await purgeRecipients(tx, now)
  await crossVendor.purgeInboundBefore(tx, new Date(now.getTime() - UNASSIGNED_KEPT_DAYS * DAY_MS))
}
