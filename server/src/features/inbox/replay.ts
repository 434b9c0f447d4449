import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import * as sql from './sql.ts'

/** Hands an event that was flagged or given up to its handler once more. What it has done already it does not do again. */
export async function replayWebhook(tx: Tx, inboxId: string, now: Date) {
  if (!(await sql.setReceivedAgain(tx, inboxId, now)))
    throw new AppError('NOT_REPLAYABLE', { detail: 'The event is being processed, or has been.' })
}
