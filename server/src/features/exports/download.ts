import { Readable } from 'node:stream'
import { decryptFile } from '../../platform/crypto/file-cipher.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { FileMissing } from '../../ports/file-store.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { openFileKey } from './file-key.ts'
import { isExpired } from './present.ts'
import * as sql from './sql.ts'

type DownloadDeps = Pick<Deps, 'db' | 'keyring' | 'files' | 'clock'>

/** The ZIP file as a stream, with its name and size. Every download is recorded. */
export async function downloadExport(deps: DownloadDeps, who: VendorPrincipal, id: string) {
  const { vendorId } = who
  const row = await sql.findExport(deps.db, vendorId, id)
  if (!row) throw notFound()
  const now = deps.clock.now()
  if (row.status === 'EXPIRED' || isExpired(row, now)) throw expired()
  if (row.status !== 'READY' || row.ready_at === null || row.file_bytes === null)
    throw new AppError('INVALID_STATE', {
      detail: row.status === 'FAILED' ? 'This export failed. Start a new one.' : 'The export is not ready yet.',
      members: { currentStatus: row.status },
    })
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const stored = await deps.files.get(row.storage_key).catch((error: unknown) => {
    throw error instanceof FileMissing ? expired() : error
  })
  await inTransaction(deps.db, (tx) => recordDownload(tx, who, id, now))
  return {
    content: Readable.from(decryptFile(openFileKey(cipher, row.file_key_cipher), stored), { objectMode: false }),
    fileBytes: row.file_bytes,
    fileName: `harkara-export-${row.ready_at.toISOString().slice(0, 10)}.zip`,
  }
}

const expired = () =>
  new AppError('EXPORT_EXPIRED', { detail: 'The file was deleted when its link expired. Start a new export.' })

const recordDownload = (tx: Tx, who: VendorPrincipal, id: string, now: Date) =>
  recordForVendor(tx, who, { action: 'VENDOR_EXPORT_DOWNLOADED', subjectType: 'vendor_export', subjectId: id }, now)
