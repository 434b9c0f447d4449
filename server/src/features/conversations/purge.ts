import { UNASSIGNED_KEPT_DAYS } from '../../domain/limits.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { forgetRecipients } from '../messages/singles/reply-routing.ts'
import * as sql from './sql.ts'

const DAY_MS = 86_400_000

/** Forgets who wrote to whom, and what was written to nobody. Conversations stay as long as their contact. */
export const purgeConversations = (deps: Pick<Deps, 'db' | 'clock'>) =>
  inTransaction(deps.db, (tx) => purgeWithin(tx, deps.clock.now()))

async function purgeWithin(tx: Tx, now: Date) {
  await forgetRecipients(tx, now)
  await sql.forgetBefore(tx, new Date(now.getTime() - UNASSIGNED_KEPT_DAYS * DAY_MS))
}
