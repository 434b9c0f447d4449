import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'

const FIELD = 'approval.text'

/** Notes and references are free text and may contain personal data, so they are stored encrypted. */
export const sealText = async (deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId, text: string) =>
  (await deps.keyring.of(db, vendorId)).seal(FIELD, text)

export const openText = async (
  deps: Pick<Deps, 'keyring'>,
  db: Db,
  { vendor_id: vendorId, text_cipher: cipher }: { vendor_id: VendorId; text_cipher: Buffer | null },
) => cipher && (await deps.keyring.of(db, vendorId)).open(FIELD, cipher)
