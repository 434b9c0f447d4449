import { readNumber } from '../../../src/domain/contacts/phone/read-number.ts'
import { suggestMapping } from '../../../src/domain/imports/mapping/suggest-mapping.ts'
import { contactsOfRow, type RowContact, type RowOutcome } from '../../../src/domain/imports/rows/contacts-of-row.ts'
import { majorityOf } from '../../../src/domain/imports/rows/majority.ts'
import { type CorpusKind, isIndianNumber, readTable } from './corpus.ts'

export interface ReadRow {
  rowIndex: number
  outcome: RowOutcome
}

/** What a vendor in India gets from a file without touching the mapping. */
export async function readContacts(content: Buffer, kind: CorpusKind) {
  const { columns, samples, rows } = await readTable(content, kind)
  const { uses, isCertain } = suggestMapping(columns, samples, isIndianNumber)
  const rules = { columns: uses, vendorCountry: 'IN', labels: [] } as const
  const votes: Record<string, number> = {}
  for (const [, ...cells] of rows)
    for (const country of contactsOfRow(cells.map(String), { ...rules, majority: undefined }, readNumber).votes)
      votes[country] = (votes[country] ?? 0) + 1
  const majority = majorityOf(votes)
  const read = rows.map(
    ([rowIndex, ...cells]): ReadRow => ({
      rowIndex: Number(rowIndex),
      outcome: contactsOfRow(cells.map(String), { ...rules, majority }, readNumber),
    }),
  )
  return { columns, uses, isCertain, rows: read }
}

export const contactsIn = (rows: readonly ReadRow[]): RowContact[] =>
  rows.flatMap(({ outcome }) => (outcome.kind === 'contacts' ? outcome.contacts : []))

export const failuresIn = (rows: readonly ReadRow[]) =>
  rows.flatMap(({ rowIndex, outcome }) => (outcome.kind === 'failed' ? [[rowIndex, outcome.reason] as const] : []))
