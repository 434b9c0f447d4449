import { WARNINGS } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { shownCells } from '../../../domain/imports/rows/uncalculated.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type ContactCodec, codecFor } from '../../contacts/codec.ts'
import { openHead } from '../encrypted-columns.ts'
import type { JobRow } from '../sql.ts'
import { openCells, type StoredRow } from '../stages/evaluate-rows.ts'
import * as chunks from '../staging/chunks.sql.ts'
import { rowOfSlot } from '../staging/slots.ts'
import type { ReadCellsTask } from './read-cells-thread.ts'
import * as sql from './rows.sql.ts'
import type { RowView } from './schema.ts'

export type RowsDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex' | 'threads'>

/** Rows of an import in review with all their cells and what becomes of them, in the order of the indexes. */
export async function presentRows(
  deps: RowsDeps,
  vendorId: VendorId,
  job: JobRow,
  rowIndexes: readonly number[],
): Promise<RowView[]> {
  if (rowIndexes.length === 0) return []
  const [contacts, failures, repairs, cipher, codec] = [
    await sql.contactsOfRows(deps.db, vendorId, job.id, rowIndexes),
    await sql.failuresOfRows(deps.db, vendorId, job.id, rowIndexes),
    await sql.repairsOfRows(deps.db, vendorId, job.id, rowIndexes),
    await deps.keyring.of(deps.db, vendorId),
    await codecFor(deps, deps.db, vendorId),
  ]
  const cellsOf = new Map<number, readonly string[]>()
  for (const { rowIndex, cellsCipher } of [...failures, ...repairs])
    if (cellsCipher) cellsOf.set(rowIndex, openCells(cipher, cellsCipher))
  const missing = rowIndexes.filter((row) => !cellsOf.has(row))
  for (const [rowIndex, ...cells] of await readCells(deps, vendorId, job.id, missing)) cellsOf.set(rowIndex, cells)

  const { columns } = openHead(cipher, job.head_cipher as Buffer)
  return rowIndexes.map((rowIndex): RowView => {
    const cells = shownCells(cellsOf.get(rowIndex) ?? [])
    const repair = repairs.find((row) => row.rowIndex === rowIndex)
    const reason = failures.find((row) => row.rowIndex === rowIndex)?.reason ?? null
    const ofRow = contacts.filter(({ slot }) => rowOfSlot(slot) === rowIndex)
    const warnings = [...new Set(ofRow.flatMap(warningsOf))]
    return {
      rowIndex,
      status: repair?.isExcluded ? 'excluded' : reason !== null ? 'failed' : warnings.length > 0 ? 'warning' : 'valid',
      isRepaired: repair?.cellsCipher != null,
      // Object.fromEntries defines its keys, so that a column called __proto__ is treated like any other.
      cells: Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])),
      reason,
      warnings,
      contacts: ofRow.map((contact) => presentContact(codec, contact)),
    }
  })
}

const warningsOf = ({ warnings, firstRow }: sql.RowContactRow) =>
  firstRow === null ? warnings : [...warnings, `${WARNINGS.duplicate} (row ${firstRow})`]

function presentContact(codec: ContactCodec, contact: sql.RowContactRow): RowView['contacts'][number] {
  const { mobile, name, attributes } = codec.open(contact.profileCipher)
  return {
    e164: `+${mobile}`,
    countryCode: contact.countryCode,
    countrySource: contact.countrySource,
    name,
    labels: contact.labels,
    attributes: { ...attributes },
    action: contact.action as RowView['contacts'][number]['action'],
  }
}

/** Each chunk is read in a thread, because unpacking it would delay other requests. */
async function readCells(deps: RowsDeps, vendorId: VendorId, jobId: string, rowIndexes: readonly number[]) {
  if (rowIndexes.length === 0) return []
  const keys = await deps.keyring.keysOf(deps.db, vendorId)
  const ranges = await chunks.listChunkRanges(deps.db, vendorId, jobId)
  const rows: StoredRow[] = []
  for (const { firstRow, lastRow } of ranges) {
    const wanted = new Set(rowIndexes.filter((row) => row >= firstRow && row <= lastRow))
    const chunk = wanted.size > 0 ? await chunks.findChunk(deps.db, vendorId, jobId, firstRow) : undefined
    if (!chunk) continue
    const task = { keys, rowsCipher: chunk.rows_cipher, rows: wanted }
    rows.push(...(await deps.threads.run<ReadCellsTask, StoredRow[]>(import.meta.url, './read-cells-thread', task)))
  }
  return rows
}
