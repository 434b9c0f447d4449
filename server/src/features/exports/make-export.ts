import { DAY_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { EXPORT_LINK_DAYS, EXPORTS_AT_ONCE_MAX } from '../../domain/limits.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { encryptFile } from '../../platform/crypto/file-cipher.ts'
import { type Db, inSnapshot, inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { RetryLater } from '../../ports/queue.ts'
import { notify } from '../notifications/notify.ts'
import { readDataDestruction } from '../vendors/close.ts'
import { listEntries } from './contents/entries.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import { openFileKey } from './file-key.ts'
import * as sql from './sql.ts'
import { storageKeyOf } from './storage-key.ts'
import { zipped } from './zip.ts'

const BUSY_MS = 5_000
/** A progress bar needs no more. */
const ROWS_PER_UPDATE = 5_000n

/**
 * Writes the file of an export, from one snapshot, so that ledger, invoices, campaigns and messages agree. The locks
 * belong to the transaction of that snapshot: a process that is killed loses them with its connection, and one that is
 * only slow keeps them, so no two processes ever write the same file.
 */
export const writeExport = (deps: Deps, vendorId: VendorId, exportId: string) =>
  inSnapshot(deps.bulkDb, async (snapshot) => {
    if (!(await crossVendor.tryLockExport(snapshot, exportId))) throw new RetryLater(BUSY_MS)
    if (!(await crossVendor.tryLockSlot(snapshot, EXPORTS_AT_ONCE_MAX))) throw new RetryLater(BUSY_MS)
    await writeLocked(deps, snapshot, vendorId, exportId)
  })

/**
 * It may be killed at any point and run again: the file is replaced as a whole, and READY is set only after it exists.
 */
async function writeLocked(deps: Deps, snapshot: Db, vendorId: VendorId, exportId: string) {
  const row = await inTransaction(deps.db, (tx) =>
    sql.changeExport(tx, vendorId, exportId, ['QUEUED', 'RUNNING'], { status: 'RUNNING', rows_done: 0n }),
  )
  if (!row) return removeUnneeded(deps, vendorId, exportId)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const bytes = await writeFile(deps, snapshot, row, openFileKey(cipher, row.file_key_cipher))
  crashPoint('export.written')
  // Fails when the connection was lost meanwhile, and with it the lock.
  await crossVendor.tryLockExport(snapshot, exportId)
  const isReady = await inTransaction(deps.db, (tx) => finishWithin(tx, deps, vendorId, exportId, bytes))
  if (!isReady) await removeUnneeded(deps, vendorId, exportId)
}

/** The export failed or its vendor was erased, perhaps while its file was written, so nobody else knows of the file. */
async function removeUnneeded({ db, files }: Pick<Deps, 'db' | 'files'>, vendorId: VendorId, exportId: string) {
  const row = await sql.findExport(db, vendorId, exportId)
  if (!row || row.status === 'FAILED') await files.remove(row?.storage_key ?? storageKeyOf(vendorId, exportId))
}

/** Returns the size of the ZIP file. */
async function writeFile(
  deps: Deps,
  snapshot: Db,
  { vendor_id: vendorId, id, storage_key: storageKey }: sql.ExportRow,
  key: Buffer,
) {
  const save = (change: { rows_total?: bigint; rows_done: bigint }) =>
    inTransaction(deps.db, (tx) => sql.changeExport(tx, vendorId, id, ['RUNNING'], change))
  let done = 0n
  let saved = 0n
  const { rowsTotal, entries } = await listEntries({ deps, snapshot, vendorId }, async (rows) => {
    done += BigInt(rows)
    if (done - saved < ROWS_PER_UPDATE) return
    saved = done
    await save({ rows_done: done })
    crashPoint('export.writing')
  })
  await save({ rows_total: BigInt(rowsTotal), rows_done: 0n })
  let bytes = 0
  const counted = async function* () {
    for await (const piece of zipped(entries, deps.clock.now())) {
      bytes += piece.byteLength
      yield piece
    }
  }
  await deps.files.put(storageKey, encryptFile(key, counted()))
  return bytes
}

async function finishWithin(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config'>,
  vendorId: VendorId,
  id: string,
  bytes: number,
) {
  const now = deps.clock.now()
  const { dueAt, isClosed } = await readDataDestruction(tx, vendorId, deps.config.CLOSED_VENDOR_RETENTION_DAYS)
  const linkEnd = new Date(now.getTime() + EXPORT_LINK_DAYS * DAY_MS)
  const expiresAt = isClosed && dueAt < linkEnd ? dueAt : linkEnd
  const change = { status: 'READY', file_bytes: BigInt(bytes), ready_at: now, expires_at: expiresAt } as const
  if (!(await sql.changeExport(tx, vendorId, id, ['RUNNING'], change))) return false
  await notify(tx, vendorId, { kind: 'EXPORT_READY', expiresAt: expiresAt.toISOString() }, `export-ready-${id}`, now)
  return true
}

export async function failExport(deps: Pick<Deps, 'db' | 'clock' | 'files'>, vendorId: VendorId, id: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => failWithin(tx, vendorId, id, now))
  await removeUnneeded(deps, vendorId, id)
}

async function failWithin(tx: Tx, vendorId: VendorId, id: string, now: Date) {
  if (await sql.changeExport(tx, vendorId, id, ['QUEUED', 'RUNNING'], { status: 'FAILED' }))
    await notify(tx, vendorId, { kind: 'EXPORT_FAILED' }, `export-failed-${id}`, now)
}
