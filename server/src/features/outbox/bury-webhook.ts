import { PLATFORM } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** An event of the inbox that nobody could make sense of. The letter has the event's id; replayed in vain, it is new again. */
export const buryWebhook = (tx: Tx, event: { id: string; name: string; reason: string; attempts: number }, now: Date) =>
  sql.insertWebhookLetter(tx, PLATFORM, { ...event, now })
