import { describe, expect, test } from 'vitest'
import { readNumber } from '../../contacts/phone/read-number.ts'
import { ATTRIBUTE_NAME_CHARS_MAX, hasPhone } from './column-use.ts'
import { suggestMapping } from './suggest-mapping.ts'

const isNumber = (text: string) => readNumber(text, { vendor: 'IN', majority: null }).kind === 'number'

/** Each column with its cells; the expected mapping in short form. */
function suggest(columns: Record<string, string[]>): string[] {
  const headers = Object.keys(columns)
  const height = Math.max(0, ...Object.values(columns).map((cells) => cells.length))
  const rows = Array.from({ length: height }, (_, i) => headers.map((header) => columns[header]?.[i] ?? ''))
  const { uses, isCertain } = suggestMapping(headers, rows, isNumber)
  const names = uses.map((use) => (use.field === 'attribute' ? use.attribute : use.field))
  return isCertain ? names : [...names, 'uncertain']
}
const one = (header: string, ...cells: string[]) => suggest({ [header]: cells })[0]

const NUMBERS = ['98765 43210', '+91 98765 43211', '98765 43212 / 98765 43213']

describe('a column is a phone column', () => {
  test.each(
    `Phone|phone|PHONE NUMBER|Phone (2)|phone_2|Phone No.|phoneno|PhoneNumber|mobileNo|Mobile|Alternate mobile
    |Cell|Cell phone|Tel.|Telephone|WhatsApp|Whats App number|Contact No|Contact Number|contactnumber|Home phone
    |Phone 1 - Value|MSISDN|Customer mobile number|Landline|No HP|Nomor HP|No. WA|Nomor Telepon|Ph. No|Mob No
    |Teléfono|Móvil|Número de teléfono|Celular|Nº de celular|Telefone|Téléphone|N° de téléphone|Telefon|Telefon-Nr.
    |Handy|Handynummer|Telefonnummer|मोबाइल नंबर|फ़ोन|फोन नंबर|संपर्क नंबर|رقم الهاتف|الجوال|رقم الجوال`
      .split('|')
      .map((header) => header.trim()),
  )('when it is called %s, whatever its cells', (header) => {
    expect(one(header)).toBe('phone')
    expect(one(header, 'n/a', 'call me', '12')).toBe('phone')
  })

  test.each(['Number', 'Contact', 'Contacts', 'Emergency contact', 'HP', 'Mob', 'Mobil', 'Customer number'])(
    'when it is called %s and contains numbers',
    (header) => {
      expect(one(header, ...NUMBERS)).toBe('phone')
      expect(one(header, '1', '2', '98765 43210')).not.toBe('phone')
    },
  )

  test.each(['Spouse mobile', 'Company main phone', 'Mobile with country code', 'Account phone'])(
    'when it is called %s, which means more than phone, and contains numbers',
    (header) => {
      expect(one(header, ...NUMBERS, 'n/a')).toBe('phone')
      expect(one(header, 'a', 'b', '98765 43210')).toBe(header)
    },
  )

  test('when no heading names a phone and most of its cells are numbers', () => {
    expect(suggest({ 'Column A': ['Asha', 'Ravi', 'Mia'], 'Column B': [...NUMBERS, 'n/a'] })).toEqual(['name', 'phone'])
    expect(suggest({ 'Column A': NUMBERS, 'Column B': NUMBERS })).toEqual(['phone', 'phone'])
  })

  test('by the cells that are not empty, and by one number in each', () => {
    expect(one('Number', '98765 43210', '', ' ', '')).toBe('phone')
    expect(one('Number', '98765 43210 / n.a.')).toBe('phone')
    expect(suggestMapping(['Name', 'Number'], [['Asha'], ['Ravi', '98765 43210']], isNumber).uses).toEqual([
      { field: 'name' },
      { field: 'phone' },
    ])
  })

  test('when it is empty and its heading means the phone of another person', () => {
    expect(one('Spouse mobile')).toBe('phone')
  })

  test('but not by its cells alone when another heading names a phone', () => {
    expect(suggest({ Phone: ['12'], Code: NUMBERS })).toEqual(['phone', 'Code'])
  })

  test.each([
    ['Phone type', ['mobile', 'home']],
    ['Phone 1 - Label', ['Mobile', 'Work']],
    ['Mobile verified', ['yes', 'no']],
    ['Number of children', ['2', '3']],
    ['Contact type', ['lead', 'customer']],
    ['Order number', NUMBERS],
    ['Order No', NUMBERS],
    ['Account no', NUMBERS],
    ['Customer ID', NUMBERS],
    ['Aadhaar number', NUMBERS],
    ['Pincode', ['411001', '110001']],
    ['Fax', NUMBERS],
    ['Created at', ['1719876543', '1719876544']],
    ['Automobile', ['Tata', 'Maruti']],
    ['Email', ['a@b.test']],
    ['Phone type', []],
    ['Phone extension', []],
    ['رقم الحساب', NUMBERS],
  ])('but not when it is called %s and contains %j', (header, cells) => {
    expect(one(header, ...cells)).toBe(header)
  })
})

describe('a column holds names', () => {
  test.each(
    `Name|name|Full Name|fullname|Contact Name|Customer name|Display name|First and last name|Nombre
    |Nombre completo|Nome|Nome completo|Nom complet|Nama|Nama lengkap|Vollständiger Name|नाम|पूरा नाम|الاسم|الاسم الكامل`
      .split('|')
      .map((header) => header.trim()),
  )('when it is called %s', (header) => {
    expect(one(header, 'Asha')).toBe('name')
  })

  test.each([
    ['First Name', 'Last Name'],
    ['firstName', 'lastName'],
    ['fname', 'lname'],
    ['First', 'Last'],
    ['Given name', 'Family name'],
    ['Forename', 'Surname'],
    ['Name', 'Surname'],
    ['Nombre', 'Apellidos'],
    ['Nome', 'Sobrenome'],
    ['Primeiro nome', 'Último nome'],
    ['Prénom', 'Nom'],
    ['Prénom', 'Nom de famille'],
    ['Vorname', 'Name'],
    ['Vorname', 'Nachname'],
    ['Nama depan', 'Nama belakang'],
    ['पहला नाम', 'उपनाम'],
    ['الاسم الأول', 'اسم العائلة'],
  ])('as first and last name when two are called %s and %s, in any order', (first, last) => {
    expect(suggest({ [first]: ['Asha'], [last]: ['Rao'] })).toEqual(['firstName', 'lastName'])
    expect(suggest({ [last]: ['Rao'], [first]: ['Asha'] })).toEqual(['lastName', 'firstName'])
  })

  test.each([
    'Company name',
    'Product name',
    'File Name',
    'Username',
    'Middle name',
    'Nama toko',
    'Father name',
    'Business name',
  ])('but not when it is called %s', (header) => {
    expect(one(header, 'Asha')).toBe(header)
  })

  test('when it is named after a person and no other column is a name', () => {
    expect(suggest({ Customer: ['Asha'], Phone: NUMBERS })).toEqual(['name', 'phone'])
    expect(suggest({ Contact: ['Asha'], Phone: NUMBERS })).toEqual(['name', 'phone'])
    expect(suggest({ Customers: ['Asha'], Phone: NUMBERS })).toEqual(['name', 'phone'])
    expect(suggest({ Customer: ['c1'], Name: ['Asha'] })).toEqual(['Customer', 'name'])
  })
})

test('no attribute is called name', () => {
  expect(suggest({ 'Full name': ['Asha'], name: ['asha1'] })).toEqual(['name', 'name (2)'])
})

test('no two columns are the same attribute', () => {
  expect(suggest({ 'Home town': [], 'Home  town': [], 'Home\u00a0town': [], 'home town': [], Phone: [] })).toEqual([
    'Home town',
    'Home town (2)',
    'Home town (3)',
    'home town',
    'phone',
  ])
  expect(suggest({ 'Full name': [], name: [], 'name (2)': [] })).toEqual(['name', 'name (2)', 'name (2) (2)'])
  const long = 'x'.repeat(ATTRIBUTE_NAME_CHARS_MAX)
  expect(suggest({ [`${long}1`]: [], [`${long}2`]: [], Phone: [] })).toEqual([long, `${long.slice(4)} (2)`, 'phone'])
})

describe('other columns', () => {
  test.each(['Country', 'country', 'País', 'Pays', 'Negara', 'देश', 'الدولة', 'Country name'])(
    'called %s contain countries',
    (header) => {
      expect(one(header, 'Atlantis')).toBe('country')
    },
  )

  test('called Code are not countries, even if their cells are', () => {
    expect(one('Code', 'IN', 'US')).toBe('Code')
  })

  test.each(['Country code', 'country_iso', 'ISO code', 'Land', 'Phone country code', 'Customer country code'])(
    'called %s contain countries if their cells do',
    (header) => {
      expect(one(header, 'IN', 'US')).toBe('country')
      expect(one(header, 'abc', 'north', 'x')).toBe(header)
    },
  )

  test.each([
    'Labels',
    'tags',
    'Tag',
    'Groups',
    'Segment',
    'Customer segment',
    'Etiquetas',
    'Gruppen',
    'टैग',
    'Group name',
  ])('called %s contain labels', (header) => {
    expect(one(header, 'VIP')).toBe('labels')
  })

  test.each(['Blood group', 'Age group', 'Country of birth', 'Nationality', 'Price tag', 'City', '__proto__', '备注'])(
    'called %s are attributes of that name',
    (header) => {
      expect(suggestMapping([header], [['India']], isNumber).uses).toEqual([{ field: 'attribute', attribute: header }])
    },
  )

  test('that an error report added are ignored', () => {
    expect(suggest({ Phone: ['12'], FailureReason: ['invalid digit count'], 'FailureReason (2)': ['x'] })).toEqual([
      'phone',
      'ignore',
      'ignore',
    ])
  })

  test('that an error report added are ignored whatever their number and cells, and no others', () => {
    expect(suggest({ FailureReason: NUMBERS, 'FailureReason (12)': NUMBERS, 'Column C': NUMBERS })).toEqual([
      'ignore',
      'ignore',
      'phone',
    ])
    expect(one('FailureReason (2) of May', 'x')).toBe('FailureReason (2) of May')
  })

  test('have attribute names of limited length', () => {
    expect(one('x'.repeat(300), 'a')).toBe('x'.repeat(256))
  })

  test('of a kind that may exist once are attributes from the second on', () => {
    expect(suggest({ Name: [], 'Full name': [], Country: [], País: [], Tags: [], Groups: [] })).toEqual([
      'name',
      'Full name',
      'country',
      'País',
      'labels',
      'labels',
    ])
  })
})

test('a mapping without a phone column is recognised', () => {
  expect(hasPhone(suggestMapping(['Name'], [['Asha']], isNumber).uses)).toBe(false)
  expect(hasPhone(suggestMapping(['Name', 'Phone'], [], isNumber).uses)).toBe(true)
})

describe('people’s names are recognised by their content if no heading is known', () => {
  const PHONES = ['98765 43210', '98765 43211', '98765 43212', '98765 43213']
  const NAMES = ['Asha Rao', 'José Núñez-García', 'R. K. Sharma', 'श्रीमती देवी']
  const NOTES = ['paid 20.5.', 'see mail: a@b.example', '4 boxes', 'a']

  test.each<[string, Record<string, string[]>, string[]]>([
    ['in a file without a header', { 'Column A': NAMES, 'Column B': PHONES }, ['name', 'phone']],
    ['in a column after the numbers', { 'Column A': PHONES, 'Column B': NAMES }, ['phone', 'name']],
    ['under unknown words', { Ime: NAMES, Broj: PHONES }, ['name', 'phone']],
    [
      'beside notes and groups',
      { 'Column A': NOTES, 'Column B': NAMES, 'Column C': PHONES, 'Column D': ['vip', 'vip', 'vip', 'new'] },
      ['Column A', 'name', 'phone', 'Column D'],
    ],
    [
      'beside countries',
      { 'Column A': ['India', 'Spain', 'France', 'Nepal'], 'Column B': NAMES, 'Column C': PHONES },
      ['Column A', 'name', 'phone'],
    ],
    ['not if a heading is known', { Town: NAMES, Mobile: PHONES }, ['Town', 'phone']],
    ['not if the heading of the numbers is known', { Town: NAMES, Number: PHONES }, ['Town', 'phone']],
    [
      'not if another heading is known',
      { Country: ['India', 'Spain', 'France', 'Nepal'], Town: NAMES, 'Column C': PHONES },
      ['country', 'Town', 'phone'],
    ],
    [
      'beside numbers of other things',
      { 'Order no': ['1', '2', '3', '4'], Ime: NAMES, Broj: PHONES },
      ['Order no', 'name', 'phone'],
    ],
    [
      'but not under a heading that says whose',
      { Parent: ['Mia', 'Ben', 'Ana', 'Leo'], Ime: NAMES, Broj: PHONES },
      ['Parent', 'name', 'phone'],
    ],
    ['and nothing is certain without phones', { Ime: NAMES }, ['Ime', 'uncertain']],
    ['not if there are none', { 'Column A': ['1', '2', '3', '4'], 'Column B': PHONES }, ['Column A', 'phone']],
    [
      'and are not certain if two columns may be it',
      { 'Column A': NAMES, 'Column B': ['Pune', 'Goa', 'Agra', 'Delhi'], 'Column C': PHONES },
      ['name', 'Column B', 'phone', 'uncertain'],
    ],
  ])('%s', (_, columns, expected) => {
    expect(suggest(columns)).toEqual(expected)
  })
})
