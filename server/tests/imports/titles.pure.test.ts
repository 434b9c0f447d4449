import { describe, expect, test } from 'vitest'
import { contactsIn, readContacts } from '../support/tables/table-contacts.ts'

const PEOPLE = [
  ['Asha Rao', '98765 43210', 'Pune'],
  ['Ravi Iyer', '98765 43211', 'Goa'],
  ['Mia Khan', '98765 43212', 'Agra'],
] as const

const namesIn = async (text: string) => {
  const { isCertain, rows } = await readContacts(Buffer.from(text), 'csv')
  return isCertain ? contactsIn(rows).map(({ name }) => name) : 'uncertain'
}
const withLines = (lines: readonly (string | readonly string[])[], delimiter: string) =>
  lines.map((line) => (typeof line === 'string' ? line : line.join(delimiter))).join('\n')

describe.each([',', ';', '|', '\t'])('a table that %j separates keeps its names', (delimiter) => {
  test.each([
    [['Customers | March']],
    [['Kunden, Mai']],
    [['Customers; all branches']],
    [['Customers\tMarch']],
    [['Acme, Ravi & Sons, Pune', 'Exported on Monday, 3 May | by Asha']],
    [['Customers', '']],
  ])('below the title %j', async (title) => {
    const lines = [...title, ['Name', 'Phone', 'City'], ...PEOPLE]
    expect(await namesIn(withLines(lines, delimiter))).toEqual(PEOPLE.map(([name]) => name))
  })
})

describe.each([';', '|', '\t'])('a table that %j separates keeps names with commas', (delimiter) => {
  test('below a title', async () => {
    const people = PEOPLE.map(([name, phone]) => [name.split(' ').reverse().join(', '), phone])
    const lines = ['Kunden, Mai', ['Name', 'Telefon'], ...people]
    expect(await namesIn(withLines(lines, delimiter))).toEqual(['Rao, Asha', 'Iyer, Ravi', 'Khan, Mia'])
  })

  test('below a header with a comma', async () => {
    const people = PEOPLE.map(([name, phone]) => [name.split(' ').reverse().join(', '), phone])
    const lines = [['Last, First Name', 'Phone'], ...people]
    expect(await namesIn(withLines(lines, delimiter))).toEqual(['Rao, Asha', 'Iyer, Ravi', 'Khan, Mia'])
  })
})

test.each(['Customers | March', 'Kunden, Mai'])('cells may contain %j', async (note) => {
  const lines = [['Name', 'Phone', 'Notes'], ...PEOPLE.map(([name, phone]) => [name, phone, note])]
  expect(await namesIn(withLines(lines, ';'))).toEqual(PEOPLE.map(([name]) => name))
})
