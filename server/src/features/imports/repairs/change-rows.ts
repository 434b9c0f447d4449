import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import { isCellTooLarge } from '../../../domain/imports/rows/clean-cell.ts'
import { contactsOfRow, type RowOutcome } from '../../../domain/imports/rows/contacts-of-row.ts'
import { editRow, isSameRow, type ReviewedRow, type RowEdit } from '../../../domain/imports/rows/edit-row.ts'
import { shownCells } from '../../../domain/imports/rows/uncalculated.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import { isUnpackable, packRows, unpackRows } from '../../../platform/packed-rows.ts'
import {
  type EvaluateInput,
  openCells,
  ROWS_FIELD,
  type StoredRepair,
  type StoredRow,
  sealCells,
  stageContact,
} from '../stages/evaluate-rows.ts'
import { SLOTS_PER_ROW } from '../staging/slots.ts'
import { StagedRows } from '../staging/staged-rows.ts'
import type { StagedBytes } from '../staging/staging.sql.ts'
import type { ThreadCodec } from '../staging/thread-codec.ts'

export interface ChangeInput extends Pick<EvaluateInput, 'vendorId' | 'jobId' | 'rowsCipher' | 'firstRow' | 'rules'> {
  repairs: readonly (StoredRepair & { digest: bigint })[]
  /** Rows that crash the thread as they are, and therefore failed without being parsed. */
  crashedRows: ReadonlySet<number>
  edit: ChunkEdit
}

/** In a thread, what an undo restores is known only from what the replacement saved of the chunk. */
export type ChunkEdit =
  | Exclude<RowEdit, { kind: 'restore' }>
  | { kind: 'undo'; column: number; replacedCipher: Uint8Array | undefined }

export interface RowCounts {
  validRows: number
  invalidRows: number
  excludedRows: number
  warningRows: number
  contacts: number
}

export interface ChangedRow {
  rowIndex: number
  isExcluded: boolean
  /** null: the cells of the file. */
  cellsCipher: Uint8Array | null
  /** See `import_repair.digest`. */
  digest: bigint
}

/** The rows of a chunk that an edit changed, as they are to be staged. */
export interface ChangedRows extends StagedBytes {
  /** Of the chunk. */
  firstRow: number
  /** How many of the rows that the edit names are in the chunk. */
  foundRows: number
  rows: ChangedRow[]
  /** How much the digest of all repairs changes. */
  digestChange: bigint
  /** The new numbers with their slots. */
  numbers: { slot: number; hash: Uint8Array }[]
  /** How much the counts of the chunk change. */
  counts: RowCounts
  /** How much its votes for the majority country change. */
  votes: Record<string, number>
  /** A number depends on the majority, which was not needed for the file so far. */
  needsMajority: boolean
  hasTooLargeCell: boolean
  /** Of a replacement: what it takes to undo it. */
  replacedCipher: Uint8Array | undefined
  /** It would take more than can be unpacked. */
  isUndoTooLarge: boolean
}

/** Applies an edit to the rows of a chunk and evaluates those that it changes. */
export function changeRows(codecs: ThreadCodec, input: ChangeInput): ChangedRows {
  const { cipher } = codecs
  const rows = unpackRows<StoredRow>(cipher.openBytes(ROWS_FIELD, input.rowsCipher))
  const edit = rowEditOf(cipher, input.edit)
  const replaced: [row: number, before: string, after: string][] = []
  const repairs = new Map(input.repairs.map((repair) => [repair.rowIndex, repair]))
  const staged = new StagedRows(input.vendorId, input.jobId, input.firstRow)
  const changed: Omit<ChangedRows, keyof StagedBytes> = {
    firstRow: input.firstRow,
    foundRows: 0,
    rows: [],
    digestChange: 0n,
    numbers: [],
    counts: { validRows: 0, invalidRows: 0, excludedRows: 0, warningRows: 0, contacts: 0 },
    votes: {},
    needsMajority: false,
    hasTooLargeCell: false,
    replacedCipher: undefined,
    isUndoTooLarge: false,
  }
  for (const [rowIndex, ...ofFile] of rows) {
    const repair = repairs.get(rowIndex)
    const before: ReviewedRow = {
      cells: repair?.cellsCipher ? openCells(cipher, repair.cellsCipher) : ofFile,
      isExcluded: repair?.isExcluded ?? false,
    }
    if (isNamed(rowIndex, edit)) changed.foundRows++
    const after = editRow(rowIndex, before, edit)
    if (after === before) continue
    if (edit.kind === 'replace')
      replaced.push([rowIndex, before.cells[edit.column] ?? '', after.cells[edit.column] ?? ''])
    if (after.cells.some(isCellTooLarge)) changed.hasTooLargeCell = true
    countRow(changed, input.crashedRows.has(rowIndex) ? CRASHED : outcomeOf(before), -1)
    const outcome = outcomeOf(after)
    countRow(changed, outcome, 1)
    if (outcome.kind === 'waiting') changed.needsMajority = true
    stageRow(rowIndex, after.cells, outcome)
    const isOfFile = isSameRow(after.cells, ofFile)
    const cellsCipher = isOfFile ? null : sealCells(cipher, after.cells)
    const digest = isOfFile && !after.isExcluded ? 0n : digestOf(rowIndex, outcome, ofFile)
    changed.rows.push({ rowIndex, isExcluded: after.isExcluded, cellsCipher, digest })
    changed.digestChange ^= digest ^ (repair?.digest ?? 0n)
  }
  if (replaced.length > 0) {
    const json = JSON.stringify(replaced)
    changed.isUndoTooLarge = !isUnpackable(json)
    if (!changed.isUndoTooLarge) changed.replacedCipher = cipher.sealBytes(REPLACED_FIELD, packRows(json))
  }
  return { ...staged.finish(), ...changed }

  function outcomeOf({ cells, isExcluded }: ReviewedRow): ReviewOutcome {
    return isExcluded ? { kind: 'excluded', votes: [] } : contactsOfRow(cells, input.rules, readNumber)
  }

  function stageRow(rowIndex: number, cells: readonly string[], outcome: ReviewOutcome) {
    if (outcome.kind === 'failed') staged.failure(rowIndex, outcome.reason, sealCells(cipher, shownCells(cells)))
    if (outcome.kind !== 'contacts') return
    outcome.contacts.forEach((contact, index) => {
      const hash = new Uint8Array(codecs.bulkCodec.hash(contact.e164.slice(1)))
      changed.numbers.push({ slot: rowIndex * SLOTS_PER_ROW + index, hash })
      stageContact(codecs, staged, rowIndex, index, contact, outcome.warnings.length > 0)
    })
  }

  /** A change that leaves the contacts of the row as they were does not change the plan. */
  function digestOf(rowIndex: number, outcome: ReviewOutcome, ofFile: readonly string[]): bigint {
    const contacts = contactsIn(outcome)
    // A row in a chunk of its own may be there because it crashes the thread, so it is not evaluated again.
    const contactsOfFile = rows.length === 1 ? undefined : contactsIn(outcomeOf({ cells: ofFile, isExcluded: false }))
    return contacts === contactsOfFile ? 0n : codecs.digest([rowIndex, contacts])
  }
}

const REPLACED_FIELD = 'import.replaced'

function rowEditOf(cipher: FieldCipher, edit: ChunkEdit): RowEdit {
  if (edit.kind !== 'undo') return edit
  const { column, replacedCipher } = edit
  const replaced = replacedCipher
    ? unpackRows<[row: number, before: string, after: string]>(cipher.openBytes(REPLACED_FIELD, replacedCipher))
    : []
  return { kind: 'restore', column, cells: new Map(replaced.map(([row, before, after]) => [row, [before, after]])) }
}

function isNamed(rowIndex: number, edit: RowEdit): boolean {
  if (edit.kind === 'replace' || edit.kind === 'restore') return false
  return edit.kind === 'cells' ? edit.rowIndex === rowIndex : edit.rowIndexes.has(rowIndex)
}

type ReviewOutcome = RowOutcome | { kind: 'excluded'; votes: readonly string[] }

const CRASHED: ReviewOutcome = { kind: 'failed', reason: 'row could not be processed', votes: [] }

const contactsIn = (outcome: ReviewOutcome) => (outcome.kind === 'contacts' ? JSON.stringify(outcome.contacts) : '')

function countRow({ counts, votes }: Pick<ChangedRows, 'counts' | 'votes'>, outcome: ReviewOutcome, by: 1 | -1) {
  for (const country of outcome.votes) votes[country] = (votes[country] ?? 0) + by
  if (outcome.kind === 'excluded') counts.excludedRows += by
  else if (outcome.kind === 'failed') counts.invalidRows += by
  else if (outcome.kind === 'contacts') {
    counts.validRows += by
    counts.contacts += by * outcome.contacts.length
    if (outcome.warnings.length > 0) counts.warningRows += by
  }
}
