import { buffer } from 'node:stream/consumers'
import type { VendorId } from '../../domain/ids.ts'
import type { MediaFormat } from '../../domain/template/template.ts'
import { decryptFile } from '../../platform/crypto/file-cipher.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { isId } from '../../platform/ids.ts'
import type { MediaFile } from '../../ports/messaging-provider.ts'
import { kindOf } from './media-type.ts'
import * as sql from './sql.ts'
import { STORAGE_KEY } from './store.ts'

/**
 * Adds a reference to a file, so that it is not purged. Returns its format, or undefined when there is no such file.
 */
export async function retainMedia(tx: Tx, vendorId: VendorId, id: string): Promise<MediaFormat | undefined> {
  const row = isId(id) ? await sql.changeUses(tx, vendorId, id, 1) : undefined
  return row && kindOf(row.content_type).format
}

export const releaseMedia = (tx: Tx, vendorId: VendorId, id: string) => sql.changeUses(tx, vendorId, id, -1)

/** The decrypted file, for the provider. */
export async function readMedia(
  { db, files, keyring }: Pick<Deps, 'db' | 'files' | 'keyring'>,
  vendorId: VendorId,
  id: string,
): Promise<MediaFile | undefined> {
  const row = await sql.findReady(db, vendorId, id)
  if (!row) return undefined
  const cipher = await keyring.of(db, vendorId)
  const fileKey = cipher.openBytes(STORAGE_KEY, row.file_key_cipher)
  const bytes = await buffer(decryptFile(fileKey, await files.get(row.storage_key)))
  return { contentType: row.content_type, fileName: `header.${kindOf(row.content_type).extension}`, bytes }
}
