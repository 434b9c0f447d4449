import type { VendorId } from '../../../domain/ids.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { packRows, unpackRows } from '../../../platform/packed-rows.ts'
import * as flags from '../merging/edit-flags.sql.ts'
import { entriesWhere } from '../merging/edit-flags.ts'
import * as sql from '../staging/chunks.sql.ts'
import { PARTITIONS } from '../staging/duplicate-flags.ts'
import { inRevision } from '../staging/revision.ts'
import type { ImportRevision } from '../tables.ts'
import { ROWS_FIELD, type StoredRow } from './evaluate-rows.ts'

/** Splits a chunk that crashes its thread in half, so that good rows are saved and the bad row is isolated. */
export async function splitChunk(
  deps: Pick<Deps, 'db' | 'keyring'>,
  vendorId: VendorId,
  job: ImportRevision,
  chunk: sql.ChunkRow,
) {
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const rows = unpackRows<StoredRow>(cipher.openBytes(ROWS_FIELD, chunk.rows_cipher))
  const middle = Math.ceil(rows.length / 2)
  const secondRow = rowIndexOf(rows, middle, chunk)
  const halves = [
    sealHalf(cipher, rows.slice(0, middle), chunk.first_row, secondRow - 1),
    sealHalf(cipher, rows.slice(middle), secondRow, chunk.last_row),
  ] as const
  await inRevision(deps.db, vendorId, job, (tx) => splitWithin(tx, vendorId, job.id, chunk, halves))
}

/** A broken row may lack its row number; it is then bounded by the rows around it. */
function rowIndexOf(rows: readonly StoredRow[], at: number, chunk: sql.ChunkRow): number {
  const rowIndex = rows[at]?.[0]
  return typeof rowIndex === 'number' ? rowIndex : Math.min(chunk.first_row + at, chunk.last_row)
}

const sealHalf = (
  cipher: FieldCipher,
  rows: readonly StoredRow[],
  firstRow: number,
  lastRow: number,
): sql.NewChunk => ({
  firstRow,
  lastRow,
  rowCount: rows.length,
  rowsCipher: cipher.sealBytes(ROWS_FIELD, packRows(JSON.stringify(rows))),
})

async function splitWithin(
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  chunk: sql.ChunkRow,
  [first, second]: readonly [sql.NewChunk, sql.NewChunk],
) {
  const isSplit = await sql.updateChunk(tx, vendorId, jobId, chunk.first_row, chunk.state, {
    last_row: first.lastRow,
    row_count: first.rowCount,
    rows_cipher: first.rowsCipher,
    parked_rows: chunk.parked_rows.filter((row) => row <= first.lastRow),
    tries: 0,
    claimed_by: null,
  })
  if (!isSplit) return
  const waiting = chunk.parked_rows.filter((row) => row >= second.firstRow)
  await sql.insertChunk(tx, vendorId, jobId, second, chunk.state, waiting)
  await splitFlags(tx, vendorId, jobId, first.firstRow, second.firstRow)
}

/** Some rows may be staged already; their duplicate flags belong to their own chunk. */
async function splitFlags(tx: Tx, vendorId: VendorId, jobId: string, firstRow: number, secondRow: number) {
  const pieces = Array.from({ length: PARTITIONS }, (_, partition) => ({ firstRow, partition }))
  for (const { at, partition, flags: stored } of await flags.flagsOfChunks(tx, vendorId, jobId, pieces)) {
    const moved = entriesWhere(stored, (row) => row >= secondRow)
    if (moved.byteLength === 0) continue
    const kept = entriesWhere(stored, (row) => row < secondRow)
    await flags.updateFlags(tx, vendorId, jobId, [{ at, flags: kept }])
    await flags.insertFlags(tx, vendorId, jobId, secondRow, partition, moved)
  }
}
