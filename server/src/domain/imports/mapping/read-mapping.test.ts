import { describe, expect, test } from 'vitest'
import { ATTRIBUTE_NAME_CHARS_MAX } from './column-use.ts'
import { type RequestedUse, readMapping } from './read-mapping.ts'

const COLUMNS = ['Name', 'Phone', 'Phone (2)', 'City', '__proto__']
const problemsOf = (given: Record<string, RequestedUse>) => {
  const reading = readMapping(COLUMNS, given)
  return reading.kind === 'problems' ? reading.problems : []
}

describe("a vendor's mapping", () => {
  test('covers each column of the file, and ignores those that it does not name', () => {
    expect(
      readMapping(COLUMNS, {
        City: { field: 'attribute', attribute: ' home  town ' },
        Phone: { field: 'phone' },
        'Phone (2)': { field: 'phone' },
      }),
    ).toEqual({
      kind: 'mapping',
      mapping: [
        { field: 'ignore' },
        { field: 'phone' },
        { field: 'phone' },
        { field: 'attribute', attribute: 'home town' },
        { field: 'ignore' },
      ],
    })
  })

  test('may contain a column name such as __proto__', () => {
    const reading = readMapping(COLUMNS, JSON.parse('{"__proto__": {"field": "phone"}}'))
    expect(reading).toMatchObject({ mapping: [{}, {}, {}, {}, { field: 'phone' }] })
  })

  test('names an attribute after its column if it gives no name', () => {
    expect(readMapping(['City'], { City: { field: 'attribute' } })).toEqual({
      kind: 'mapping',
      mapping: [{ field: 'attribute', attribute: 'City' }],
    })
  })

  test('with a column that the file does not have is rejected', () => {
    expect(problemsOf({ Email: { field: 'ignore' } })).toEqual([
      { path: 'Email', message: 'is not a column of the file' },
    ])
    expect(problemsOf(JSON.parse('{"constructor": {"field": "phone"}}'))).toHaveLength(1)
  })

  test.each<[string, Record<string, RequestedUse>]>([
    ['two names', { Name: { field: 'name' }, City: { field: 'name' } }],
    ['two first names', { Name: { field: 'firstName' }, City: { field: 'firstName' } }],
    ['two last names', { Name: { field: 'lastName' }, City: { field: 'lastName' } }],
    ['two countries', { Phone: { field: 'country' }, City: { field: 'country' } }],
    [
      'one attribute from two columns',
      { City: { field: 'attribute', attribute: 'Name' }, Name: { field: 'attribute' } },
    ],
    ['an attribute called name', { City: { field: 'attribute', attribute: 'name' } }],
    ['an attribute without a name', { City: { field: 'attribute', attribute: ' ' } }],
    ['a name for a column that is not an attribute', { City: { field: 'phone', attribute: 'x' } }],
    ['a name that is too long', { City: { field: 'attribute', attribute: 'x'.repeat(ATTRIBUTE_NAME_CHARS_MAX + 1) } }],
  ])('with %s is rejected', (_, given) => {
    expect(problemsOf(given).map(({ path }) => path)).toEqual(['City'])
  })

  test('may have several attributes, with names up to the limit', () => {
    const attribute = 'x'.repeat(ATTRIBUTE_NAME_CHARS_MAX)
    expect(problemsOf({ Name: { field: 'attribute', attribute }, City: { field: 'attribute' } })).toEqual([])
  })

  test('may have several phone and label columns', () => {
    expect(problemsOf({ Phone: { field: 'phone' }, 'Phone (2)': { field: 'phone' } })).toEqual([])
    expect(problemsOf({ Name: { field: 'labels' }, City: { field: 'labels' } })).toEqual([])
  })

  test('reports all problems at once', () => {
    expect(problemsOf({ Email: { field: 'name' }, Name: { field: 'name' }, City: { field: 'name' } })).toHaveLength(2)
  })
})
