import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './message-letters.sql.ts'

/** Messages that failed for good, for an operator to look through; ids only. The letter has the message's id. */
export const deadLetterMessages = async (
  tx: Tx,
  vendorId: VendorId,
  letters: readonly sql.MessageLetter[],
  now: Date,
): Promise<void> => {
  if (letters.length > 0) await sql.insertMessageLetters(tx, vendorId, letters, now)
}
