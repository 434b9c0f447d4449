import { describe, expect, test } from 'vitest'
import { readNumber } from '../../contacts/phone/read-number.ts'
import { suggestMapping } from './suggest-mapping.ts'

/** Headings of names that no list of words can foresee, beside a heading that is known. */
const NUMBERS = ['98765 43210', '98765 43211', '98765 43212']
const NAMES = ['Asha Rao', 'Ravi Iyer', 'Mia Khan']
const isNumber = (text: string) => readNumber(text, { vendor: 'IN', majority: null }).kind === 'number'

function suggest(columns: Record<string, string[]>) {
  const headers = Object.keys(columns)
  const rows = [0, 1, 2, 3].map((i) => headers.map((header) => columns[header]?.[i] ?? ''))
  const { uses, isCertain } = suggestMapping(headers, rows, isNumber)
  return { fields: uses.map(({ field }) => field), isCertain }
}

describe('names are not lost under the heading', () => {
  test.each([
    'Employee Name',
    'Party Name',
    'Subscriber Name',
    'Passenger Name',
    'Policy Holder Name',
    'Beneficiary Name',
    'Applicant Name',
    'Tenant Name',
    'Voter Name',
    'Devotee name',
    'Donor_Name',
    'Ledger Name',
    'Account Name',
    'Billing Name',
    'WhatsApp Name',
    'Nickname',
    'custname',
    'PartyName',
    'Kundenname',
    'Name as per Aadhaar',
    'Name of the insured',
    'Dealer name (proprietor)',
    'Nombre del paciente',
    'कर्मचारी का नाम',
    'اسم المشترك',
    'Party',
    'Beneficiary',
    'Passenger',
    'Buyer details',
    'Particulars',
    'Employee',
    'Tenant',
    'Subscriber',
    'Имя',
    'ФИО',
  ])('%s, if it is the only column of names', (header) => {
    const expected = { fields: ['name', 'phone'], isCertain: true }
    expect(suggest({ [header]: NAMES, 'Mobile No': NUMBERS })).toEqual(expected)
  })

  test.each(['', 'Column A', 'Column B (2)'])('that is missing: %j', (header) => {
    expect(suggest({ [header]: NAMES, Mobile: NUMBERS })).toEqual({ fields: ['name', 'phone'], isCertain: true })
    expect(suggest({ Mobile: NUMBERS, [header]: NAMES })).toEqual({ fields: ['phone', 'name'], isCertain: true })
  })
})

test.each([
  'Company name',
  'Firmenname',
  'Shop Name',
  'Brand_Name',
  'School name',
  'Branch Name',
  'Bank Name',
  'Product Name',
  'filename',
  'Username',
  'City Name',
  'Father Name',
  "Spouse's name",
  'Contact owner name',
  'Agent Name',
  'Middle name',
  'Nama toko',
  'Nombre de la empresa',
  'कंपनी का नाम',
  'اسم الشركة',
])('%s is the name of somebody or something else', (header) => {
  expect(suggest({ [header]: NAMES, Mobile: NUMBERS })).toEqual({ fields: ['attribute', 'phone'], isCertain: true })
})

test('several columns that may be the names are a question to the vendor', () => {
  const { isCertain } = suggest({ 'Employee Name': NAMES, 'Party Name': ['Leo', 'Ana', 'Ben'], Mobile: NUMBERS })
  expect(isCertain).toBe(false)
  expect(suggest({ '': ['Leo', 'Ana', 'Ben'], 'Party Name': NAMES, Mobile: NUMBERS }).isCertain).toBe(false)
})

test('names under a heading that says nothing are a question to the vendor, with a suggestion', () => {
  const expected = { fields: ['name', 'phone'], isCertain: false }
  expect(suggest({ Zákazník: NAMES, Mobile: NUMBERS })).toEqual(expected)
  expect(suggest({ 'Booked for': NAMES, Mobile: NUMBERS })).toEqual(expected)
  expect(suggest({ Zákazník: NAMES, Hospoda: ['U Lva', 'U Medvěda', 'Na Růžku'], Mobile: NUMBERS })).toEqual({
    fields: ['name', 'attribute', 'phone'],
    isCertain: false,
  })
})

test('names that repeat are a question too if no other column may be the names', () => {
  const expected = { fields: ['name', 'phone'], isCertain: false }
  const repeated = ['Asha', 'Asha', 'Asha', 'Ben']
  const numbers = [...NUMBERS, '98765 43213']
  expect(suggest({ 'Column A': repeated, 'Column B': numbers })).toEqual(expected)
  expect(suggest({ Party: repeated, Mobile: numbers })).toEqual(expected)
  expect(suggest({ 'Column A': repeated, 'Column B': ['Pune', 'Pune', 'Goa', 'Goa'], 'Column C': numbers })).toEqual({
    fields: ['attribute', 'attribute', 'phone'],
    isCertain: true,
  })
})

test.each([
  ['City', ['Pune', 'Goa', 'Agra']],
  ['Designation', ['Manager', 'Clerk', 'Owner']],
  ['Remarks', ['will call', 'paid', 'busy']],
  ['Customer type', ['Retail', 'Wholesale', 'Other']],
  ['Interested', ['Yes', 'No', 'Yes']],
  ['Plan', ['Gold', 'Silver', 'Basic']],
  ['Favourite', ['red', 'green', 'blue']],
  ['Zákazník', ['gold', 'gold', 'gold']],
])('%s without any name asks nothing', (header, cells) => {
  expect(suggest({ [header]: cells, Mobile: NUMBERS })).toEqual({ fields: ['attribute', 'phone'], isCertain: true })
})

test('a column with another heading, with other cells, or beside a recognised name is none', () => {
  const expected = { fields: ['attribute', 'phone'], isCertain: true }
  expect(suggest({ Town: NAMES, Mobile: NUMBERS })).toEqual(expected)
  expect(suggest({ 'Party Name': ['P-1', 'P-2', 'P-3'], Mobile: NUMBERS })).toEqual(expected)
  expect(suggest({ '': ['vip', 'vip', 'vip'], Mobile: NUMBERS })).toEqual(expected)
  const known = suggest({ 'Party Name': NAMES, 'First name': NAMES, Mobile: NUMBERS })
  expect(known).toEqual({ fields: ['attribute', 'firstName', 'phone'], isCertain: true })
})
