import { describe, expect, test } from 'vitest'
import { readNumber } from '../../src/domain/contacts/phone/read-number.ts'
import type { ColumnField } from '../../src/domain/imports/mapping/column-use.ts'
import { suggestMapping } from '../../src/domain/imports/mapping/suggest-mapping.ts'
import { contactsOfRow, type RowContact, type RowRules } from '../../src/domain/imports/rows/contacts-of-row.ts'
import { majorityOf } from '../../src/domain/imports/rows/majority.ts'
import { type CorpusFile, corpusFiles, isIndianNumber, readTable } from '../support/tables/corpus.ts'

interface Truth {
  about: string
  /** Columns with a field of their own. */
  fields: Record<string, ColumnField>
  contacts: { name: string; number: string; labels: string[]; attributes: object; warnings?: string[] }[]
  failed: [rowIndex: number, reason: string][]
}

const FIELDS: readonly ColumnField[] = ['name', 'firstName', 'lastName', 'phone', 'country', 'labels']
const layouts = corpusFiles<Truth>('layouts').map((file) => ({ ...file, about: file.truth.about }))

describe('an export is recognised without touching the mapping, and nothing of it is lost', () => {
  test.each(layouts)('$about', async (file) => {
    const { columns, rows, uses, isCertain } = await mapped(file)
    const fields = Object.fromEntries(columns.map((column, i) => [column, uses[i]?.field]))
    expect(isCertain).toBe(true)
    expect(Object.fromEntries(Object.entries(fields).filter(([, field]) => field && FIELDS.includes(field)))).toEqual(
      file.truth.fields,
    )
    const { contacts, failed } = contactsOf(rows, { columns: uses, vendorCountry: 'IN', labels: [], majority: null })
    expect(contacts.map(({ e164, name, labels, warnings }) => ({ number: e164, name, labels, warnings }))).toEqual(
      file.truth.contacts.map(({ number, name, labels, warnings = [] }) => ({ number, name, labels, warnings })),
    )
    for (const [i, { attributes }] of file.truth.contacts.entries())
      expect(contacts[i]?.attributes).toMatchObject(attributes)
    expect(failed).toEqual(file.truth.failed)
  })
})

async function mapped({ content, kind }: CorpusFile<Truth>) {
  const { columns, samples, rows } = await readTable(content, kind)
  return { columns, rows, ...suggestMapping(columns, samples, isIndianNumber) }
}

function contactsOf(rows: readonly (string | number)[][], rules: RowRules) {
  const votes: Record<string, number> = {}
  const read = ([rowIndex, ...cells]: readonly (string | number)[], majority: RowRules['majority']) => ({
    rowIndex,
    outcome: contactsOfRow(cells.map(String), { ...rules, majority }, readNumber),
  })
  for (const row of rows)
    for (const country of read(row, undefined).outcome.votes) votes[country] = (votes[country] ?? 0) + 1
  const contacts: RowContact[] = []
  const failed: unknown[] = []
  for (const row of rows) {
    const { rowIndex, outcome } = read(row, majorityOf(votes))
    if (outcome.kind === 'contacts') contacts.push(...outcome.contacts)
    if (outcome.kind === 'failed') failed.push([rowIndex, outcome.reason])
  }
  return { contacts, failed }
}
