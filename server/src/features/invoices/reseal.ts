import type { VendorId } from '../../domain/ids.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import type { Tx } from '../../platform/db/db.ts'
import { resealParties, resealReason } from './parties.ts'
import { resealFileKey } from './pdf/file-key.ts'
import * as sql from './reseal.sql.ts'

/** Moves invoices and credit notes that were sealed with the vendor's data key to its books key. */
export async function resealInvoices(tx: Tx, vendorId: VendorId, cipher: FieldCipher) {
  for (const { id, parties_cipher: parties, pdf_file_key_cipher: fileKey } of await sql.lockInvoicesToReseal(
    tx,
    vendorId,
  ))
    await sql.updateInvoiceCiphers(tx, vendorId, {
      id,
      parties_cipher: resealParties(cipher, parties),
      pdf_file_key_cipher: resealFileKey(cipher, fileKey),
    })
  for (const { id, reason_cipher: reason, pdf_file_key_cipher: fileKey } of await sql.lockCreditNotesToReseal(
    tx,
    vendorId,
  ))
    await sql.updateCreditNoteCiphers(tx, vendorId, {
      id,
      reason_cipher: resealReason(cipher, reason),
      pdf_file_key_cipher: resealFileKey(cipher, fileKey),
    })
}
