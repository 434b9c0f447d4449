import type { Tx } from '../../platform/db/db.ts'
import { closeWebhookLetters } from '../outbox/dead-letters.ts'
import * as sql from './cross-vendor.sql.ts'

/** Whether an event about this payment was flagged before. */
export const isFlagged = sql.isFlagged

/** For a payment that has been resolved: its flagged events need no replay. */
export const closeFlaggedDeadLetters = async (tx: Tx, about: string, now: Date) =>
  closeWebhookLetters(tx, await sql.listFlagged(tx, about), now)
