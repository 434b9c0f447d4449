import type { VendorId } from '../../domain/ids.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import { reseal } from '../../platform/crypto/reseal.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './sql.ts'

const FIELD = 'approval.text'

/** Notes and references are free text and may contain personal data, so they are stored encrypted. */
export const sealText = async (deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId, text: string) =>
  (await deps.keyring.booksOf(db, vendorId)).seal(FIELD, text)

export const openText = async (
  deps: Pick<Deps, 'keyring'>,
  db: Db,
  { vendor_id: vendorId, text_cipher: cipher }: { vendor_id: VendorId; text_cipher: Buffer | null },
) => cipher && (await deps.keyring.booksOf(db, vendorId)).open(FIELD, cipher)

/** Moves texts that were sealed with the vendor's data key to its books key. */
export async function resealApprovals(tx: Tx, vendorId: VendorId, cipher: FieldCipher) {
  for (const { id, text_cipher: text } of await sql.lockTexts(tx, vendorId))
    await sql.updateText(tx, vendorId, id, reseal(cipher, FIELD, text))
}
