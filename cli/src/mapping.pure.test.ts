import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Columns, FIELDS, readColumns, writeColumns } from './mapping.ts'

test('columns, fields and names of attributes are read as they are written', () => {
  expect(readColumns(['Phone=phone, Customer = NAME,Town=attribute: city ,Note=attribute'])).toEqual({
    Phone: { field: 'phone' },
    Customer: { field: 'name' },
    Town: { field: 'attribute', attribute: 'city' },
    Note: { field: 'attribute' },
  })
})

test('a column called __proto__ is a column like any other', () => {
  expect(Object.keys(readColumns(['__proto__=phone']))).toEqual(['__proto__'])
})

test.each([
  'Phone',
  'Phone=',
  '=phone',
  'Phone=number',
  'Phone=phone:x',
  'a=b=phone',
  'Phone=attribute:',
  '',
  ',',
  'A=phone,A=name',
])('%j is not understood', (text) => {
  expect(() => readColumns([text])).toThrow(/--map/)
})

/** Names have no blanks around them: the server takes those off. */
const name = fc
  .oneof(
    fc.string({ minLength: 1 }),
    fc.string({ minLength: 1, unit: fc.constantFrom('\\', ',', '=', ':', 'a', ' ', '\n') }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '')
const use = fc.oneof(
  fc.constantFrom(...FIELDS.filter((field) => field !== 'ignore')).map((field) => ({ field })),
  name.map((attribute) => ({ field: 'attribute' as const, attribute })),
)

test('a formatted --map value is parsed as the same columns, whatever their names', () => {
  fc.assert(
    fc.property(fc.dictionary(name, use, { minKeys: 1, maxKeys: 5 }), (columns: Columns) => {
      const expected = Object.entries(columns).map(([heading, { field, attribute }]) => [
        heading,
        attribute === undefined || attribute === heading ? { field } : { field, attribute },
      ])
      expect(Object.entries(readColumns([writeColumns(columns)]))).toEqual(expected)
    }),
  )
})
