import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import * as sql from './sql.ts'

/** Hands an event that was flagged or given up to its handler once more. What it has done already it does not do again. */
export async function replayWebhook(tx: Tx, inboxId: string, now: Date) {
  if (await sql.setReceivedAgain(tx, inboxId, now)) return
  const event = await sql.findEvent(tx, inboxId)
  throw new AppError('NOT_REPLAYABLE', {
    detail:
      event?.body_cipher === null
        ? 'The event is too old: what it said has been deleted. Look the payment up at the gateway.'
        : 'The event is being processed, or has been.',
  })
}
