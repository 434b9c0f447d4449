import type { VendorId } from '../../domain/ids.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import type { Tx } from '../../platform/db/db.ts'
import { resealText } from './present.ts'
import * as sql from './reseal.sql.ts'

/** Moves refund requests that were sealed with the vendor's data key to its books key. */
export async function resealRefunds(tx: Tx, vendorId: VendorId, cipher: FieldCipher) {
  for (const { id, reason_cipher, note_cipher, paid_out_reference_cipher } of await sql.lockRequests(tx, vendorId))
    await sql.updateCiphers(tx, vendorId, {
      id,
      reason_cipher: resealText(cipher, reason_cipher),
      note_cipher: resealText(cipher, note_cipher),
      paid_out_reference_cipher: resealText(cipher, paid_out_reference_cipher),
    })
}
