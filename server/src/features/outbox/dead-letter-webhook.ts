import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as letters from './dead-letters.sql.ts'
import * as sql from './sql.ts'

export interface WebhookLetter {
  id: string
  name: string
  reason: string
  attempts: number
  /** Undefined where the event does not say whose it is. */
  vendorId: VendorId | undefined
}

/** An event of the inbox that had no effect. The letter has the event's id; one that was replayed in vain is open again. */
export async function deadLetterWebhook(tx: Tx, { vendorId, ...event }: WebhookLetter, now: Date) {
  const known = await letters.findLetter(tx, event.id)
  if (known && vendorId && known.vendor_id !== vendorId) await letters.assignLetter(tx, vendorId, event.id)
  await sql.insertWebhookLetter(tx, vendorId ?? known?.vendor_id ?? PLATFORM, { ...event, now })
}

/** Webhooks that an operator has dealt with in another way need no replay. */
export const closeLettersOfWebhooks = async (tx: Tx, inboxIds: readonly string[], now: Date) => {
  if (inboxIds.length > 0) await letters.closeWebhookLetters(tx, inboxIds, now)
}
