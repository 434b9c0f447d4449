import { FAILURES } from '../../domain/contact.ts'
import { readNumber } from '../../domain/phone/read-number.ts'
import { contactsOfRow, type RowContact, type RowRules } from '../../domain/rows/contacts-of-row.ts'
import { newIdBytes } from '../../platform/ids.ts'
import { filledKeys } from '../contacts/codec.ts'
import { StagedRows } from './staged-rows.ts'
import type { ThreadCodec } from './thread-codec.ts'

export const ROWS = 'import.rows'
export const CELLS = 'import.cells'

/** A row as the reader gave it: its number in the file, then its cells. */
export type StoredRow = [rowIndex: number, ...cells: string[]]

export interface SiftInput {
  vendorId: string
  jobId: string
  rowsCipher: Uint8Array
  /** Of the first row, which may be unable to tell it. */
  firstRow: number
  rules: RowRules
  /** Read these rows alone: the ones that waited for the majority. */
  only?: readonly number[]
}

export interface Sifted {
  contacts: Uint8Array
  failures: Uint8Array
  votes: Record<string, number>
  parkedRows: number[]
  validRows: number
  invalidRows: number
  warningRows: number
  contactCount: number
}

/** One chunk of a file: rows in, staged contacts, failed rows and rows that must wait out. */
export function siftChunk({ cipher, codec }: ThreadCodec, input: SiftInput): Sifted {
  const rows: StoredRow[] = JSON.parse(cipher.openBytes(ROWS, input.rowsCipher).toString('utf8'))
  const only = input.only && new Set(input.only)
  const staged = new StagedRows(input.vendorId, input.jobId)
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
      if (outcome.warnings.length > 0) counts.warningRows++
      let place = 0
      for (const contact of outcome.contacts) stage(rowIndex, place++, contact)
    }
  }
  return { ...staged.finish(), votes: Object.fromEntries(votes), parkedRows, ...counts }

  function stage(rowIndex: number, place: number, contact: RowContact) {
    const profile = { mobile: contact.e164.slice(1), name: contact.name, attributes: contact.attributes }
    staged.contact(rowIndex, place, {
      id: newIdBytes(),
      mobileHash: codec.hash(profile.mobile),
      countryCode: contact.countryCode,
      countrySource: contact.countrySource,
      profileCipher: codec.seal(profile),
      nameTokens: codec.tokens(profile.name),
      filledKeys: filledKeys(profile),
      labels: contact.labels,
      warnings: contact.warnings,
    })
  }
}

/** A row that nothing can be done with: whoever reads it crashes. */
export function failRow({ cipher }: ThreadCodec, input: SiftInput): Sifted {
  const rows: StoredRow[] = JSON.parse(cipher.openBytes(ROWS, input.rowsCipher).toString('utf8'))
  const staged = new StagedRows(input.vendorId, input.jobId)
  rows.forEach((row, i) => {
    const [rowIndex, ...cells] = Array.isArray(row) ? row : [input.firstRow + i]
    staged.failure(Number(rowIndex), FAILURES.crashed, cipher.seal(CELLS, JSON.stringify(cells.map(String))))
  })
  const none = { votes: {}, parkedRows: [], validRows: 0, warningRows: 0, contactCount: 0 }
  return { ...staged.finish(), ...none, invalidRows: rows.length }
}
