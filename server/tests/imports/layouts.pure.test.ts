import { describe, expect, test } from 'vitest'
import type { ColumnField } from '../../src/domain/imports/mapping/column-use.ts'
import { corpusFiles } from '../support/tables/corpus.ts'
import { contactsIn, failuresIn, readContacts } from '../support/tables/table-contacts.ts'

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
  test.each(layouts)('$about', async ({ content, kind, truth }) => {
    const { columns, uses, isCertain, rows } = await readContacts(content, kind)
    const fields = columns.map((column, i) => [column, uses[i]?.field ?? 'ignore'] as const)
    expect(isCertain).toBe(true)
    expect(Object.fromEntries(fields.filter(([, field]) => FIELDS.includes(field)))).toEqual(truth.fields)
    const contacts = contactsIn(rows)
    expect(contacts.map(({ e164, name, labels, warnings }) => ({ number: e164, name, labels, warnings }))).toEqual(
      truth.contacts.map(({ number, name, labels, warnings = [] }) => ({ number, name, labels, warnings })),
    )
    for (const [i, { attributes }] of truth.contacts.entries())
      expect(contacts[i]?.attributes).toMatchObject(attributes)
    expect(failuresIn(rows)).toEqual(truth.failed)
  })
})
