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
        ? 'The webhook is too old: its content has been deleted. Look up the payment at the payment gateway.'
        : 'The webhook is being processed or has already been processed.',
  })
}
