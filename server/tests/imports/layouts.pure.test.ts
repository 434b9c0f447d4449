import { describe, expect, test } from 'vitest'
import type { ConsentStatus } from '../../src/domain/contacts/consent.ts'
import type { ColumnField } from '../../src/domain/imports/mapping/column-use.ts'
import { corpusFiles } from '../support/tables/corpus.ts'
import { contactsIn, failuresIn, readContacts } from '../support/tables/table-contacts.ts'

interface Truth {
  about: string
  /** Columns with a field of their own. */
  fields: Record<string, ColumnField>
  contacts: {
    name: string
    number: string
    labels: string[]
    attributes: object
    consent?: ConsentStatus
    warnings?: string[]
  }[]
  failed: [rowIndex: number, reason: string][]
}

const FIELDS: readonly ColumnField[] = ['name', 'firstName', 'lastName', 'phone', 'country', 'labels', 'consent']
const layouts = corpusFiles<Truth>('layouts').map((file) => ({ ...file, about: file.truth.about }))

describe('an export is recognised without touching the mapping, and nothing of it is lost', () => {
  test.each(layouts)('$about', async ({ content, kind, truth }) => {
    const { columns, uses, isCertain, rows } = await readContacts(content, kind)
    const fields = columns.map((column, i) => [column, uses[i]?.field ?? 'ignore'] as const)
    expect(isCertain).toBe(true)
    expect(Object.fromEntries(fields.filter(([, field]) => FIELDS.includes(field)))).toEqual(truth.fields)
    const contacts = contactsIn(rows)
    expect(
      contacts.map(({ e164, name, labels, consent, warnings }) => {
        return { number: e164, name, labels, consent: consent?.status, warnings }
      }),
    ).toEqual(
      truth.contacts.map(({ number, name, labels, consent, warnings = [] }) => {
        return { number, name, labels, consent, warnings }
      }),
    )
    for (const [i, { attributes }] of truth.contacts.entries())
      expect(contacts[i]?.attributes).toMatchObject(attributes)
    expect(failuresIn(rows)).toEqual(truth.failed)
  })
})
