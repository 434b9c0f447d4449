import { FAILURES } from '../../../domain/contacts/contact.ts'
import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import { contactsOfRow, type RowContact, type RowRules } from '../../../domain/imports/rows/contacts-of-row.ts'
import { newIdBytes } from '../../../platform/ids.ts'
import { unpackRows } from '../../../platform/packed-rows.ts'
import { filledKeys } from '../../contacts/codec.ts'
import type { StagedBytes } from '../staging.sql.ts'
import { StagedRows } from './staged-rows.ts'
import type { ThreadCodec } from './thread-codec.ts'

export const ROWS = 'import.rows'
export const CELLS = 'import.cells'

/** A row as the reader gave it: its number in the file, then its cells. */
export type StoredRow = [rowIndex: number, ...cells: string[]]

export interface EvaluateInput {
  vendorId: string
  jobId: string
  rowsCipher: Uint8Array
  /** Of the first row, which may be unable to tell it. */
  firstRow: number
  rules: RowRules
  /** Read these rows alone: the ones that waited for the majority. */
  only?: readonly number[]
  /** Where the staged contacts may go. */
  room?: Uint8Array | undefined
}

export interface EvaluatedChunk extends StagedBytes {
  votes: Record<string, number>
  parkedRows: number[]
  validRows: number
  invalidRows: number
  warningRows: number
  contactCount: number
}

/** One chunk of a file: rows in, staged contacts, failed rows and rows that must wait out. */
export function evaluateChunk({ cipher, codec, passing }: ThreadCodec, input: EvaluateInput): EvaluatedChunk {
  const rows = unpackRows<StoredRow>(cipher.openBytes(ROWS, input.rowsCipher))
  const only = input.only && new Set(input.only)
  const staged = new StagedRows(input.vendorId, input.jobId, input.firstRow, input.room)
  const votes = new Map<string, number>()
  const parkedRows: number[] = []
  const counts = { validRows: 0, invalidRows: 0, warningRows: 0, contactCount: 0 }
  for (const row of rows) {
    const [rowIndex] = row
    if (only && !only.has(rowIndex)) continue
    const cells = row.slice(1) as string[]
    const outcome = contactsOfRow(cells, input.rules, readNumber)
    // Each row votes once, when it is read first.
    if (!only) for (const country of outcome.votes) votes.set(country, (votes.get(country) ?? 0) + 1)
    if (outcome.kind === 'parked') parkedRows.push(rowIndex)
    else if (outcome.kind === 'failed') {
      counts.invalidRows++
      staged.failure(rowIndex, outcome.reason, cipher.seal(CELLS, JSON.stringify(cells)))
    } else {
      counts.validRows++
      counts.contactCount += outcome.contacts.length
      const isWarned = outcome.warnings.length > 0
      if (isWarned) counts.warningRows++
      let place = 0
      for (const contact of outcome.contacts) stage(rowIndex, place++, contact, isWarned)
    }
  }
  return { ...staged.finish(), votes: Object.fromEntries(votes), parkedRows, ...counts }

  function stage(rowIndex: number, place: number, contact: RowContact, isRowWarned: boolean) {
    const profile = { mobile: contact.e164.slice(1), name: contact.name, attributes: contact.attributes }
    const stored = {
      id: newIdBytes(),
      mobileHash: passing.hash(profile.mobile),
      countryCode: contact.countryCode,
      countrySource: contact.countrySource,
      profileCipher: passing.seal(profile),
      nameTokens: codec.tokens(profile.name),
      filledKeys: filledKeys(profile),
      labels: contact.labels,
      warnings: contact.warnings,
    }
    staged.contact(rowIndex, place, stored, isRowWarned)
  }
}

/** Rows that nothing can be done with: whoever reads them crashes. */
export function failRows({ cipher }: ThreadCodec, input: EvaluateInput): EvaluatedChunk {
  const rows = unpackRows<StoredRow>(cipher.openBytes(ROWS, input.rowsCipher))
  const staged = new StagedRows(input.vendorId, input.jobId, input.firstRow)
  rows.forEach((row, i) => {
    const [rowIndex, ...cells] = Array.isArray(row) ? row : [input.firstRow + i]
    staged.failure(Number(rowIndex), FAILURES.crashed, cipher.seal(CELLS, JSON.stringify(cells.map(String))))
  })
  const none = { votes: {}, parkedRows: [], validRows: 0, warningRows: 0, contactCount: 0 }
  return { ...staged.finish(), ...none, invalidRows: rows.length }
}
