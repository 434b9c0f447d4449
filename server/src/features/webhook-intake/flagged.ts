import type { Db, Tx } from '../../platform/db/db.ts'
import { closeLettersOfWebhooks } from '../outbox/dead-letter-webhook.ts'
import * as sql from './sql.ts'

/** Whether an event about this payment was flagged before. */
export const isFlagged = (db: Db, about: string): Promise<boolean> => sql.isFlagged(db, about)

/** The payment has been dealt with: its flagged events need no replay. */
export const closeWebhookLetters = async (tx: Tx, about: string, now: Date) =>
  closeLettersOfWebhooks(tx, await sql.listFlagged(tx, about), now)
