import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import * as sql from './cross-vendor.sql.ts'

/** Processes a flagged or dead event again. Handlers are idempotent, so that nothing happens twice. */
export async function replayWebhook(tx: Tx, inboxId: string, now: Date) {
  if (await sql.resetToReceived(tx, inboxId, now)) return
  const event = await sql.findEvent(tx, inboxId)
  throw new AppError('NOT_REPLAYABLE', {
    detail:
      event?.body_cipher === null
        ? 'The webhook is too old: its content has been deleted. Look up the payment at the payment gateway.'
        : 'The webhook is being processed or has already been processed.',
  })
}
