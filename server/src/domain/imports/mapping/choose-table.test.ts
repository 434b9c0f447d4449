import { describe, expect, test } from 'vitest'
import { chooseTable, type ReadTable } from './choose-table.ts'

const READ: ReadTable = {
  sheet: 'People',
  sheets: [
    { name: 'People', rows: 4 },
    { name: 'Old', rows: 9 },
    { name: 'Empty', rows: 0 },
    { name: 'Cover', rows: 1 },
    { name: 'Broken', rows: null },
  ],
  headerRow: 2,
  rawRows: [{ rowIndex: 1 }, { rowIndex: 2 }, { rowIndex: 4 }, { rowIndex: 5 }],
}
const choose = (wanted: Parameters<typeof chooseTable>[2], before = {}, read = READ) =>
  chooseTable(read, before, wanted, 20)

describe('a choice of sheet and header row', () => {
  test('that is what was read changes nothing', () => {
    for (const wanted of [{}, { sheet: 'People' }, { headerRow: 2 }, { sheet: 'People', headerRow: 2 }])
      expect(choose(wanted)).toEqual({ kind: 'same' })
  })

  test('of another sheet has the header recognised, unless its row is chosen too', () => {
    const before = { sheet: 'People', headerRow: 2 }
    expect(choose({ sheet: 'Old' }, before)).toEqual({ kind: 'other', choice: { sheet: 'Old', headerRow: undefined } })
    expect(choose({ sheet: 'Old', headerRow: 0 }, before)).toMatchObject({ choice: { sheet: 'Old', headerRow: 0 } })
    expect(choose({ sheet: 'Broken' })).toMatchObject({ kind: 'other' })
    expect(choose({ sheet: 'Cover', headerRow: 0 })).toMatchObject({ kind: 'other' })
  })

  test('of another header row stays with the sheet', () => {
    expect(choose({ headerRow: 4 })).toEqual({ kind: 'other', choice: { sheet: 'People', headerRow: 4 } })
    expect(choose({ headerRow: 0 })).toEqual({ kind: 'other', choice: { sheet: 'People', headerRow: 0 } })
    const csv = { ...READ, sheet: null, sheets: [] }
    expect(choose({ headerRow: 1 }, {}, csv)).toEqual({ kind: 'other', choice: { sheet: undefined, headerRow: 1 } })
  })

  test.each([
    [{ sheet: 'people' }, 'sheet', 'is not a sheet of the file'],
    [{ sheet: 'Empty' }, 'sheet', 'has no rows'],
    [{ sheet: 'Cover' }, 'sheet', 'has only one row; choose headerRow 0 to import it as data'],
    [{ headerRow: 3 }, 'headerRow', 'must be 0 or one of the rows in rawRows'],
    [{ headerRow: 99 }, 'headerRow', 'must be 0 or one of the rows in rawRows'],
    [{ headerRow: 5 }, 'headerRow', 'has no rows below it'],
  ])('that the file does not have is a problem: %j', (wanted, path, message) => {
    expect(choose(wanted)).toEqual({ kind: 'problem', path, message })
  })

  test('may be the last row that is shown if there are more', () => {
    const rawRows = Array.from({ length: 20 }, (_, i) => ({ rowIndex: i + 1 }))
    expect(choose({ headerRow: 20 }, {}, { ...READ, rawRows })).toMatchObject({ kind: 'other' })
  })

  test('is accepted for a file that was read before sheets and rows were stored', () => {
    const old = { ...READ, sheet: null, sheets: undefined, rawRows: undefined }
    expect(choose({ sheet: 'Any', headerRow: 7 }, {}, old)).toMatchObject({ choice: { sheet: 'Any', headerRow: 7 } })
  })
})
