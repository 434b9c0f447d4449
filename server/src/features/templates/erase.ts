import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { addToOutbox } from '../outbox/add.ts'
import { deleteAtProvider } from './jobs.ts'
import * as sql from './sql.ts'

/**
 * Empties the templates of a closed vendor and has the provider delete them, because all vendors share the number that
 * its account may have. A row goes when the provider has deleted its template. The vendor's prefix stays taken, so that
 * no other vendor gets the names.
 */
export async function eraseTemplates(tx: Tx, vendorId: VendorId, now: Date) {
  for (const templateId of await sql.deleteAll(tx, vendorId, now))
    await addToOutbox(tx, vendorId, deleteAtProvider, { templateId }, now)
  await sql.clearTexts(tx, vendorId)
}
