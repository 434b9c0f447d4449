import { FAILURES } from '../../../domain/contacts/contact.ts'
import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import { contactsOfRow, type RowContact, type RowRules } from '../../../domain/imports/rows/contacts-of-row.ts'
import { shownCells } from '../../../domain/imports/rows/uncalculated.ts'
import { spellingsOf } from '../../../domain/messaging/number-spellings.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import { newIdBytes } from '../../../platform/ids.ts'
import { unpackRows } from '../../../platform/packed-rows.ts'
import { filledKeys } from '../../contacts/codec.ts'
import { StagedRows } from '../staging/staged-rows.ts'
import type { StagedBytes } from '../staging/staging.sql.ts'
import type { ThreadCodec } from '../staging/thread-codec.ts'

export const ROWS_FIELD = 'import.rows'
const CELLS_FIELD = 'import.cells'

/** A row as the table reader returned it: its number in the file, then its cells. */
export type StoredRow = [rowIndex: number, ...cells: string[]]

export interface EvaluateInput {
  vendorId: string
  jobId: string
  rowsCipher: Uint8Array
  /** Row number of the first row, used when a broken row lacks its own. */
  firstRow: number
  rules: RowRules
  /** Evaluate only these rows: the ones that waited for the majority country. */
  onlyRows?: readonly number[]
  /** What was changed in the review, when rows are staged again. */
  repairs?: readonly StoredRepair[]
  /** The import whose error report this file is, and the column with its row ids. */
  parent?: { jobId: string; column: number }
  /** A reusable buffer for the staged contacts. */
  buffer?: Uint8Array | undefined
}

/** A row that somebody corrected or excluded. */
export interface StoredRepair {
  rowIndex: number
  isExcluded: boolean
  /** null: the cells of the file. */
  cellsCipher: Uint8Array | null
}

/** Rows that correct rows of the parent's file, in the same order. */
interface Corrections {
  correctedRows: number[]
  parentRows: number[]
}

export interface EvaluatedChunk extends StagedBytes, Corrections {
  votes: Record<string, number>
  waitingRows: number[]
  validRows: number
  invalidRows: number
  excludedRows: number
  warningRows: number
  contactCount: number
}

/** Turns the rows of a chunk into staged contacts, failed rows and waiting rows. */
export function evaluateChunk(codecs: ThreadCodec, input: EvaluateInput): EvaluatedChunk {
  const { cipher } = codecs
  const rows = unpackRows<StoredRow>(cipher.openBytes(ROWS_FIELD, input.rowsCipher))
  const only = input.onlyRows && new Set(input.onlyRows)
  const repairs = new Map(input.repairs?.map((repair) => [repair.rowIndex, repair]))
  const staged = new StagedRows(input.vendorId, input.jobId, input.firstRow, input.buffer)
  const votes = new Map<string, number>()
  const waitingRows: number[] = []
  const counts = { validRows: 0, invalidRows: 0, excludedRows: 0, warningRows: 0, contactCount: 0 }
  for (const row of rows) {
    const [rowIndex] = row
    if (only && !only.has(rowIndex)) continue
    const repair = repairs.get(rowIndex)
    if (repair?.isExcluded) {
      counts.excludedRows++
      continue
    }
    const cells = repair?.cellsCipher ? openCells(cipher, repair.cellsCipher) : (row.slice(1) as string[])
    const outcome = contactsOfRow(cells, input.rules, readNumber)
    // Each row votes once, in the first round.
    if (!only) for (const country of outcome.votes) votes.set(country, (votes.get(country) ?? 0) + 1)
    if (outcome.kind === 'waiting') waitingRows.push(rowIndex)
    else if (outcome.kind === 'failed') {
      counts.invalidRows++
      staged.failure(rowIndex, outcome.reason, sealCells(cipher, shownCells(cells)))
    } else {
      counts.validRows++
      counts.contactCount += outcome.contacts.length
      const isWarned = outcome.warnings.length > 0
      if (isWarned) counts.warningRows++
      let index = 0
      for (const contact of outcome.contacts) stageContact(codecs, staged, rowIndex, index++, contact, isWarned)
    }
  }
  const corrections = correctionsIn(codecs, input, rows)
  return { ...staged.finish(), ...corrections, votes: Object.fromEntries(votes), waitingRows, ...counts }
}

/** The codec reuses its buffers, so the contact is written before the other spellings of its number are hashed. */
export function stageContact(
  { codec, bulkCodec }: ThreadCodec,
  staged: StagedRows,
  rowIndex: number,
  indexInRow: number,
  contact: RowContact,
  isRowWarned: boolean,
) {
  const { name, attributes, consent } = contact
  const profile = { mobile: contact.e164.slice(1), name, attributes, consent }
  const stored = {
    id: newIdBytes(),
    mobileHash: bulkCodec.hash(profile.mobile),
    countryCode: contact.countryCode,
    countrySource: contact.countrySource,
    profileCipher: bulkCodec.seal(profile),
    nameTokens: codec.searchTokens(profile),
    filledKeys: filledKeys(profile),
    labels: contact.labels,
    warnings: contact.warnings,
  }
  staged.contact(rowIndex, indexInRow, stored, isRowWarned)
  if (consent?.status !== 'OPTED_OUT') return
  for (const [spelling, mobile] of spellingsOf(profile.mobile).entries())
    staged.optOut(rowIndex, indexInRow, bulkCodec.hash(mobile), spelling)
}

export const sealCells = (cipher: FieldCipher, cells: readonly string[]) =>
  cipher.seal(CELLS_FIELD, JSON.stringify(cells))
export const openCells = (cipher: FieldCipher, sealed: Uint8Array): string[] =>
  JSON.parse(cipher.open(CELLS_FIELD, sealed))

/** Reads all rows, also in the second round, so that a chunk's corrections are always stored completely. */
function correctionsIn({ rowIds }: ThreadCodec, { parent }: EvaluateInput, rows: readonly StoredRow[]): Corrections {
  const found: Corrections = { correctedRows: [], parentRows: [] }
  if (!parent) return found
  for (const row of rows) {
    const ref = rowIds.decode(String(row[parent.column + 1] ?? ''))
    if (ref?.jobId !== parent.jobId) continue
    found.correctedRows.push(row[0])
    found.parentRows.push(ref.rowIndex)
  }
  return found
}

/** Marks all rows as failed without parsing them, because parsing them crashes the thread. */
export function failRows({ cipher }: ThreadCodec, input: EvaluateInput): EvaluatedChunk {
  const rows = unpackRows<StoredRow>(cipher.openBytes(ROWS_FIELD, input.rowsCipher))
  const staged = new StagedRows(input.vendorId, input.jobId, input.firstRow)
  rows.forEach((row, i) => {
    const [rowIndex, ...cells] = Array.isArray(row) ? row : [input.firstRow + i]
    staged.failure(Number(rowIndex), FAILURES.crashed, sealCells(cipher, shownCells(cells.map(String))))
  })
  const none = { votes: {}, waitingRows: [], correctedRows: [], parentRows: [] }
  const counts = { validRows: 0, invalidRows: rows.length, excludedRows: 0, warningRows: 0, contactCount: 0 }
  return { ...staged.finish(), ...none, ...counts }
}
