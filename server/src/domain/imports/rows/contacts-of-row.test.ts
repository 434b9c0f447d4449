import { describe, expect, test } from 'vitest'
import type { CountryCode } from '../../contacts/country.ts'
import { readNumber } from '../../contacts/phone/read-number.ts'
import { ATTRIBUTE_BYTES_PER_CONTACT_MAX, ATTRIBUTE_BYTES_PER_ROW_MAX } from '../../limits.ts'
import type { ColumnUse } from '../mapping/column-use.ts'
import {
  contactsOfRow,
  LABELS_PER_ROW_MAX,
  NUMBERS_PER_ROW_MAX,
  type RowOutcome,
  type RowRules,
} from './contacts-of-row.ts'
import { UNCALCULATED } from './uncalculated.ts'

const as = (...fields: (ColumnUse['field'] | ColumnUse)[]) =>
  fields.map((use) => (typeof use === 'object' ? use : ({ field: use } as ColumnUse)))
const NAME_AND_PHONES = as('name', 'phone', 'phone', 'phone')

const read = (cells: string[], rules: Partial<RowRules> = {}) =>
  contactsOfRow(
    cells,
    { columns: NAME_AND_PHONES, vendorCountry: 'IN', majority: null, labels: [], ...rules },
    readNumber,
  )

const A = '+919876543210'
const B = '+919876543211'
const C = '+14155550132'

/** `name number` of each contact, then the warnings; or the reason. */
function summaryOf(outcome: RowOutcome): string[] | string {
  if (outcome.kind !== 'contacts') return outcome.kind === 'failed' ? outcome.reason : outcome.kind
  return [...outcome.contacts.map(({ name, e164 }) => `${name} ${e164}`), ...outcome.warnings]
}

test('a formula without a result is the reason if it is the number, and a warning elsewhere', () => {
  expect(summaryOf(read(['Asha', UNCALCULATED]))).toBe('formula without a stored result')
  expect(summaryOf(read(['Asha', UNCALCULATED, '12']))).toBe('no valid phone number found')
  expect(summaryOf(read(['Asha', UNCALCULATED, A]))).toEqual([`Asha ${A}`, 'formula without a stored result'])
  expect(summaryOf(read([UNCALCULATED, A]))).toEqual([` ${A}`, 'formula without a stored result'])
  expect(summaryOf(read([UNCALCULATED, A], { columns: as('ignore', 'phone') }))).toEqual([` ${A}`])
})

test('a country cell NA is Namibia if the number is valid there, and otherwise not available', () => {
  const columns = as('name', 'phone', 'country')
  const rules = { columns, defaultCountry: 'IN' } as const
  for (const cell of ['NA', ' na ', '\uff2e\uff21'])
    expect(summaryOf(read(['Asha', '6591234567', cell], rules))).toEqual(['Asha +916591234567'])
  expect(summaryOf(read(['Asha', '081 123 4567', 'NA'], rules))).toEqual(['Asha +264811234567'])
  expect(summaryOf(read(['Asha', '264811234567', 'NA'], rules))).toEqual(['Asha +264811234567'])
  expect(summaryOf(read(['Asha', '+6591234567', 'NA'], rules))).toEqual(['Asha +6591234567'])
  expect(summaryOf(read(['Asha', '9876543210', 'NA'], { columns, majority: undefined }))).toBe('waiting')
  expect(summaryOf(read(['Asha', '081 123 4567', 'NA'], { columns, majority: undefined }))).toEqual([
    'Asha +264811234567',
  ])
  expect(summaryOf(read(['Asha', '6591234567', 'Namibia'], rules))).toEqual([
    'Asha +6591234567',
    'number may be mistyped (read as SG)',
  ])
})

test('a quotation mark that is never closed is left out, with a warning', () => {
  expect(summaryOf(read(['"Asha', A]))).toEqual([`Asha ${A}`, 'unclosed quotation mark'])
  expect(summaryOf(read(['Asha', `"${A}`]))).toEqual([`Asha ${A}`, 'unclosed quotation mark'])
})

describe('a row becomes its contacts', () => {
  test.each<[string[], string[] | string]>([
    [['Asha', A], [`Asha ${A}`]],
    [['', A], [` ${A}`]],
    [['  Asha \n Rao ', A], [`Asha Rao ${A}`]],
    [
      ['Asha & Ravi', A, B],
      [`Asha ${A}`, `Ravi ${B}`],
    ],
    [
      ['Asha and Ravi', A, B],
      [`Asha ${A}`, `Ravi ${B}`],
    ],
    [
      ['Asha AND Ravi', `${A} / ${B}`],
      [`Asha ${A}`, `Ravi ${B}`],
    ],
    [
      ['Asha/Ravi', `${A};${B}`],
      [`Asha ${A}`, `Ravi ${B}`],
    ],
    [
      ['Asha; Ravi', `${A}\n${B}`],
      [`Asha ${A}`, `Ravi ${B}`],
    ],
    [
      ['Asha&Ravi&', `${A} or ${B}`],
      [`Asha ${A}`, `Ravi ${B}`],
    ],
    [
      ['Asha & Ravi & Mia', `${A}|${B}`, '', C],
      [`Asha ${A}`, `Ravi ${B}`, `Mia ${C}`],
    ],
    [
      ['Asha', `${A},${B}`],
      [`Asha ${A}`, `Asha ${B}`],
    ],
    [['Anderson Orlando', A], [`Anderson Orlando ${A}`]],
    [
      ['Asha &', A, B],
      [`Asha ${A}`, `Asha ${B}`],
    ],
    [['&', A], [` ${A}`]],
    [
      ['Smith & Sons', A],
      [`Smith & Sons ${A}`, 'suspicious formatting'],
    ],
    ...['M/S Sharma Traders', 'Ravi Kumar S/O Mohan', 'C/O Ravi', 'Mia D/o. Leo', 'Ana w/o Ben', 'Shop A / C'].map(
      (name): [string[], string[]] => [
        [name, A, B],
        [`${name} ${A}`, `${name} ${B}`],
      ],
    ),
    [
      ['Ravi S/Suresh K', A, B],
      [`Ravi S ${A}`, `Suresh K ${B}`],
    ],
    [
      ['Ravi S/O Mohan / Asha', A, B],
      [`Ravi S/O Mohan ${A}`, `Asha ${B}`],
    ],
    [
      ['Asha & Ravi', A, B, C],
      [`Asha & Ravi ${A}`, `Asha & Ravi ${B}`, `Asha & Ravi ${C}`, 'suspicious formatting'],
    ],
  ])('%j', (cells, outcome) => {
    expect(summaryOf(read(cells))).toEqual(outcome)
  })

  test.each<[string, string[], string[] | string]>([
    ['an invalid number beside a valid one is a warning', ['Asha', 'n/a', A], [`Asha ${A}`, 'malformed number']],
    [
      'an invalid number keeps its position and its name',
      ['Asha & Ravi', '12', A],
      [`Ravi ${A}`, 'invalid digit count'],
    ],
    [
      'names are not paired across an invalid number',
      ['Asha & Ravi', A, '9.19877E+11', B],
      [`Asha & Ravi ${A}`, `Asha & Ravi ${B}`, 'suspicious formatting', 'malformed number'],
    ],
    ['an empty cell has no position', ['Asha & Ravi', A, '', B], [`Asha ${A}`, `Ravi ${B}`]],
    ['a repeated number in the row counts once', ['Asha', A, '98765 43210'], [`Asha ${A}`]],
    ['it counts once in pairing too', ['Asha & Ravi', A, A, B], [`Asha ${A}`, `Ravi ${B}`]],
    ['two names cannot share one number', ['Asha & Ravi', A, A], [`Asha & Ravi ${A}`, 'suspicious formatting']],
  ])('%s', (_, cells, outcome) => {
    expect(summaryOf(read(cells, { defaultCountry: 'IN' }))).toEqual(outcome)
  })

  test.each<[string[], string]>([
    [['Asha'], 'no valid phone number found'],
    [['Asha', ' ', ''], 'no valid phone number found'],
    [['Asha', ' / ; '], 'no valid phone number found'],
    [['Asha', 'call me'], 'malformed number'],
    [['Asha', 'call me', 'or not'], 'malformed number'],
    [['Asha', '-'], 'malformed number'],
    [['Asha', '9.19877E+11'], 'malformed number'],
    [['Asha', '+999 1234567'], 'invalid country code'],
    [['Asha', '+91 98765'], 'invalid digit count'],
    [['Asha', '+91 11111 11111'], 'impossible number'],
    [['Asha', 'call me', '+91 98765'], 'no valid phone number found'],
  ])('%j fails: %s', (cells, reason) => {
    expect(summaryOf(read(cells, { defaultCountry: 'IN' }))).toBe(reason)
  })

  test('a row may have a hundred numbers', () => {
    const cell = Array(NUMBERS_PER_ROW_MAX).fill(A).join(';')
    expect(summaryOf(read(['Asha', cell]))).toEqual([`Asha ${A}`])
  })

  test('a row of too many numbers is rejected without parsing them', () => {
    const cell = Array(NUMBERS_PER_ROW_MAX + 1)
      .fill(A)
      .join(';')
    expect(read(['Asha', cell])).toEqual({ kind: 'failed', reason: 'row could not be processed', votes: [] })
  })

  test.each<[numbers: number, bytes: number, isKept: boolean]>([
    [1, ATTRIBUTE_BYTES_PER_CONTACT_MAX, true],
    [1, ATTRIBUTE_BYTES_PER_CONTACT_MAX + 2, false],
    [2, ATTRIBUTE_BYTES_PER_CONTACT_MAX, true],
    [4, ATTRIBUTE_BYTES_PER_ROW_MAX / 4, true],
    [4, ATTRIBUTE_BYTES_PER_ROW_MAX / 4 + 2, false],
  ])('a row with %i numbers and %i bytes of attributes is kept: %s', (numbers, bytes, isKept) => {
    const columns: ColumnUse[] = [...as('phone'), { field: 'attribute', attribute: 'no' }]
    const outcome = read([Array(numbers).fill(A).join(';'), 'ß'.repeat(bytes / 2 - 1)], { columns })
    expect(summaryOf(outcome)).toEqual(isKept ? [` ${A}`] : 'too much text in the row')
  })

  test('a number that may be mistyped is kept with a warning that names the country it was read as', () => {
    const outcome = read(['Asha', '79876543210', 'n/a'], { defaultCountry: 'IN' })
    expect(summaryOf(outcome)).toEqual(['Asha +79876543210', 'number may be mistyped (read as RU)', 'malformed number'])
  })
})

describe('the labels of a row', () => {
  const labels = (count: number) => Array.from({ length: count }, (_, i) => `label ${i}`).join(',')
  const columns = as('phone', 'labels')

  test('cause a warning from the eleventh on, and all are kept', () => {
    expect(summaryOf(read([A, labels(10)], { columns }))).toEqual([` ${A}`])
    const outcome = read([A, labels(10)], { columns, labels: ['of the upload'] })
    expect(summaryOf(outcome)).toEqual([` ${A}`, 'more than 10 labels'])
    expect(outcome).toMatchObject({ contacts: [{ labels: { length: 11 } }] })
  })

  test('that are too long cause a warning', () => {
    expect(summaryOf(read([A, 'note '.repeat(30)], { columns }))).toEqual([` ${A}`, 'suspicious formatting'])
  })

  test('that are too many reject the row', () => {
    expect(read([A, labels(LABELS_PER_ROW_MAX)], { columns }).kind).toBe('contacts')
    expect(summaryOf(read([A, labels(LABELS_PER_ROW_MAX + 1)], { columns }))).toBe('row could not be processed')
  })
})

describe('the country of a row', () => {
  const columns = as('phone', 'country')

  test.each<[string, string, string[] | string]>([
    ['151 23456789', 'Germany', [' +4915123456789']],
    ['151 23456789', 'Atlantis', 'invalid country code'],
    ['919876543210', 'Atlantis', 'invalid country code'],
    ['+91 98765', 'Atlantis', 'invalid country code'],
    [A, 'Atlantis', [` ${A}`]],
    ['call me', 'Atlantis', 'malformed number'],
    [`${A} / 151 23456789`, 'Atlantis', [` ${A}`, 'invalid country code']],
    [A, '', [` ${A}`]],
  ])('%j with the country %j', (phone, country, outcome) => {
    expect(summaryOf(read([phone, country], { columns, defaultCountry: 'IN' }))).toEqual(outcome)
  })

  test('waits for the majority of the file if nothing else determines it', () => {
    const waiting = read(['Asha', '98765 43210', C], { majority: undefined })
    expect(waiting).toEqual({ kind: 'waiting', votes: ['US'] })
    const again = read(['Asha', '98765 43210', C], { majority: 'IN' })
    expect(summaryOf(again)).toEqual([`Asha ${A}`, `Asha ${C}`])
    expect(again.votes).toEqual(waiting.votes)
  })

  test('does not wait if the column, the default or the number determines it', () => {
    for (const rules of [{ defaultCountry: 'IN' as CountryCode }, { columns: as('ignore', 'phone', 'country') }])
      expect(read(['Asha', '98765 43210', 'India'], { majority: undefined, ...rules }).kind).toBe('contacts')
    expect(
      read(['Asha', '98765 43210', 'Atlantis'], { majority: undefined, columns: as('name', 'phone', 'country') }),
    ).toMatchObject({ kind: 'failed', reason: 'invalid country code' })
  })

  test('is ambiguous if only the vendor determines it, for that number alone', () => {
    const outcome = read(['Asha', '98765 43210', C])
    expect(outcome).toMatchObject({
      contacts: [
        { e164: A, countrySource: 'FALLBACK', warnings: ['ambiguous country'] },
        { e164: C, countrySource: 'EXPLICIT', warnings: [] },
      ],
      warnings: ['ambiguous country'],
    })
  })

  test('is not ambiguous for a number that is repeated with its country', () => {
    expect(summaryOf(read(['Asha', '98765 43210', A]))).toEqual([`Asha ${A}`])
  })

  test('gets one vote from each number that states it', () => {
    expect(read(['', `${A};${A};98765 43210`, B, `${C};12`]).votes).toEqual(['IN', 'IN', 'US'])
    expect(read(['', '447400123456']).votes).toEqual(['GB'])
  })
})
