import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLUMN_FIELDS, type ColumnUse } from '../mapping/column-use.ts'
import { givesLabels, parseCells } from './parse-cells.ts'

const sort = (columns: ColumnUse[], cells: string[], labels: string[] = []) => parseCells(cells, { columns, labels })
const attribute = (name: string): ColumnUse => ({ field: 'attribute', attribute: name })
const NAMES: ColumnUse[] = [{ field: 'name' }, { field: 'firstName' }, { field: 'lastName' }]

describe('the cells of a row', () => {
  test.each([
    [['Asha Rao', 'A', 'R'], 'Asha Rao'],
    [['', 'Asha', 'Rao'], 'Asha Rao'],
    [['  ', ' Asha ', ''], 'Asha'],
    [['', '', 'Rao'], 'Rao'],
    [['Jose\u0301'], 'José'],
    [[], ''],
  ])('%j have the name %j', (cells, name) => {
    expect(sort(NAMES, cells).name).toBe(name)
  })

  test('give attributes if they are not empty, trimmed and otherwise unchanged', () => {
    const { attributes } = sort([attribute('city'), attribute('plan'), attribute('note')], [' Pune ', ' ', 'a\n b'])
    expect(attributes).toEqual({ city: 'Pune', note: 'a\n b' })
  })

  test('may give attributes with names such as __proto__', () => {
    const { attributes } = sort([attribute('__proto__'), attribute('constructor')], ['a', 'b'])
    expect(JSON.stringify(attributes)).toBe('{"__proto__":"a","constructor":"b"}')
    expect(JSON.parse(JSON.stringify(attributes))).toEqual(attributes)
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })

  test('add labels to those of the upload, without duplicates', () => {
    const columns: ColumnUse[] = [{ field: 'labels' }, { field: 'labels' }]
    expect(sort(columns, ['VIP|new', 'Delhi; vip'], ['Vip']).labels).toEqual(['Vip', 'new', 'Delhi'])
  })

  test('give labels only if a column or the upload has them', () => {
    const use = fc.constantFrom(...COLUMN_FIELDS).map((field) => ({ field, attribute: 'labels' }) as ColumnUse)
    const given = fc.array(fc.constantFrom('VIP', 'new'), { maxLength: 1 })
    fc.assert(
      fc.property(fc.array(use), fc.string(), given, (columns, cell, labels) => {
        fc.pre(!givesLabels({ columns, labels }))
        const cells = columns.map(() => cell)
        expect(sort(columns, cells, labels).labels).toEqual([])
      }),
    )
  })

  test.each([
    ['a column', [{ field: 'labels' } as const], []],
    ['the upload', [], ['VIP']],
  ])('may have labels if %s gives them', (_, columns, labels) => {
    expect(givesLabels({ columns, labels })).toBe(true)
  })

  test('have none if neither does', () => {
    expect(givesLabels({ columns: [{ field: 'phone' }, attribute('labels')], labels: [] })).toBe(false)
  })

  test('keep a text that is too long for a label as a note', () => {
    const note = 'wrote to us in May '.repeat(10).trim()
    const sorted = sort([{ field: 'labels' }, attribute('labels')], [`VIP,${note}`, 'own'])
    expect(sorted).toMatchObject({ labels: ['VIP'], attributes: { labels: `own; ${note}` }, isSuspicious: true })
    expect(sort([{ field: 'labels' }], [note]).attributes).toEqual({ labels: note })
  })

  test('whose quotation mark is never closed lose it and are marked; an attribute keeps it', () => {
    const uses = [{ field: 'name' }, { field: 'phone' }, { field: 'attribute', attribute: 'size' }] as const
    expect(sort([...uses], ['"Asha', '"9876543210', '"5'])).toMatchObject({
      name: 'Asha',
      numbers: ['9876543210'],
      attributes: { size: '"5' },
      hasUnclosedQuote: true,
    })
    expect(sort([...uses], ['"Asha" Rao', '1', ''])).toMatchObject({ name: '"Asha" Rao', hasUnclosedQuote: false })
    expect(sort([{ field: 'ignore' }], ['"x'])).toMatchObject({ hasUnclosedQuote: false })
  })

  test('that are ignored give nothing', () => {
    expect(sort([{ field: 'ignore' }], ['malformed number'])).toEqual({
      name: '',
      numbers: [],
      country: undefined,
      labels: [],
      attributes: {},
      consent: { consent: undefined, isUnclear: false },
      isSuspicious: false,
      hasUnclosedQuote: false,
      isUncalculated: false,
      isNumberUncalculated: false,
    })
  })

  test('with a formula whose result is 0 have no number, and 0 in every other column', () => {
    const row = sort([{ field: 'phone' }, { field: 'attribute', attribute: 'visits' }], ['\uffff0', '\uffff0'])
    expect(row).toMatchObject({ numbers: [], attributes: { visits: '0' }, isNumberUncalculated: true })
    expect(sort([{ field: 'phone' }], ['0'])).toMatchObject({ numbers: ['0'], isNumberUncalculated: false })
  })

  test('give a country only if they name one', () => {
    const country = (cell: string) => sort([{ field: 'country' }], [cell]).country
    expect([country('India'), country('Atlantis'), country(' ')]).toEqual(['IN', 'unknown', undefined])
  })
})
