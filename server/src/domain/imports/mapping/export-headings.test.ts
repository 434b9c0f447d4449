import { describe, expect, test } from 'vitest'
import { readNumber } from '../../contacts/phone/read-number.ts'
import { suggestMapping } from './suggest-mapping.ts'

/** Headings as other programs export them; whole files are tested in tests/imports/layouts.pure.test.ts. */
const NUMBERS = ['98765 43210', '+91 98765 43211']
const isNumber = (text: string) => readNumber(text, { vendor: 'IN', majority: null }).kind === 'number'

function fieldsOf(columns: Record<string, string[]>): string[] {
  const headers = Object.keys(columns)
  const rows = [0, 1].map((i) => headers.map((header) => columns[header]?.[i] ?? ''))
  return suggestMapping(headers, rows, isNumber).uses.map(({ field }) => field)
}

test.each(['Group Membership', 'Categories', 'Catégories'])('%s are labels', (header) => {
  expect(fieldsOf({ [header]: ['VIP'] })).toEqual(['labels'])
})

test('a membership alone is not a label', () => {
  expect(fieldsOf({ Membership: ['gold'] })).toEqual(['attribute'])
})

describe.each(['Country/Region', 'Mailing Country', 'Address 1 - Country', 'Default Address Country Code', 'CC'])(
  '%s, the country of an address,',
  (header) => {
    test('is the country if its cells are countries', () => {
      expect(fieldsOf({ [header]: ['IN', 'US'], Phone: NUMBERS })).toEqual(['country', 'phone'])
      expect(fieldsOf({ [header]: ['x', 'US'], Phone: NUMBERS })).toEqual(['attribute', 'phone'])
      expect(fieldsOf({ [header]: [], Phone: NUMBERS })).toEqual(['attribute', 'phone'])
    })

    test('is not if another column is called country', () => {
      expect(fieldsOf({ [header]: ['IN', 'US'], Country: ['?'] })).toEqual(['attribute', 'country'])
    })
  },
)

test.each(['Home region', 'CC Email', 'Country of birth'])('%s is not the country', (header) => {
  expect(fieldsOf({ [header]: ['IN', 'US'], Phone: NUMBERS })).toEqual(['attribute', 'phone'])
})

test.each(["Assistant's Phone", 'Asst Phone'])('%s is the phone of another person', (header) => {
  expect(fieldsOf({ [header]: NUMBERS, Mobile: NUMBERS })).toEqual(['attribute', 'phone'])
  expect(fieldsOf({ [header]: [], Mobile: NUMBERS })).toEqual(['attribute', 'phone'])
})

test.each(['Contact owner', 'Lead Owner', 'Customer owner name'])('%s is an employee', (header) => {
  expect(fieldsOf({ [header]: ['Mia'], Phone: NUMBERS })).toEqual(['attribute', 'phone'])
})

test.each(['Owner', 'Owner name'])('%s alone is the contact', (header) => {
  expect(fieldsOf({ [header]: ['Asha'], Phone: NUMBERS })).toEqual(['name', 'phone'])
})
