import { expect, test } from 'vitest'
import { wholeTable } from '../../../tests/support/tables/table-parts.ts'
import { csvCell } from '../../domain/contacts/csv-safety.ts'
import { UNCALCULATED } from '../../domain/imports/rows/uncalculated.ts'
import { tableParts } from './table-builder.ts'
import type { TableRow } from './table-row.ts'

const isPhone = (cell: string) => /^\+?\d{10,}$/.test(cell)
const rowsOf = (...rows: string[][]): TableRow[] => rows.map((cells, i) => ({ rowIndex: i + 1, cells }))
const build = (batches: Iterable<TableRow[]>) => wholeTable(tableParts(batches, isPhone))
const HEADER = rowsOf(['name', 'phone'])

function* manyRows(count: number, cell = 'x'): Generator<TableRow[]> {
  yield HEADER
  for (let from = 2; from < count + 2; from += 1_000) {
    const length = Math.min(1_000, count + 2 - from)
    yield Array.from({ length }, (_, i) => ({ rowIndex: from + i, cells: [cell] }))
  }
}

test('a first row with a valid number is data, and the columns are named by letters', async () => {
  const table = await build([rowsOf(['Rahul', '+919876543210'], ['Priya', '+919876543211', 'vip'])])
  expect(table).toMatchObject({ headerRow: 0, columns: ['Column A', 'Column B', 'Column C'] })
  expect(table.rows[0]).toEqual([1, 'Rahul', '+919876543210'])
})

test('titles above the header are left out, and rows keep the numbers that a spreadsheet shows', async () => {
  const titles = Array.from({ length: 15 }, (_, i) => [`Line ${i}`])
  const people = Array.from({ length: 30 }, (_, i) => [`Name ${i}`, `98765432${10 + i}`])
  const table = await build([rowsOf(...titles, [], ['Name', 'Phone', 'Town'], ...people)])
  expect(table).toMatchObject({ headerRow: 17, columns: ['Name', 'Phone', 'Town'], rowCount: 30 })
  expect(table.rows[0]).toEqual([18, 'Name 0', '9876543210'])
  expect(table.samples).toHaveLength(20)
})

test('a chosen header row is used; without rows below it the header is detected', async () => {
  const rows = [['Phone'], ['Person', 'Line'], ['x'.repeat(300)], ['Asha', '9876543210']]
  const chosen = async (headerRow: number) =>
    wholeTable(tableParts([rowsOf(...rows)], isPhone, { headerRow })).then((table) => [table.headerRow, table.rowCount])
  expect(await chosen(1)).toEqual([1, 3])
  expect(await chosen(0)).toEqual([0, 4])
  expect(await chosen(3)).toEqual([3, 1])
  for (const wrong of [4, 99]) expect(await chosen(wrong)).toEqual([2, 2])
})

test('the first 20 rows are shown as they are, with their numbers and truncated', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => (i === 1 ? [] : [`${i}`, 'x'.repeat(300)]))
  const { rawRows } = await build([rowsOf(['Title'], ...rows)])
  expect(rawRows).toHaveLength(20)
  expect(rawRows.slice(0, 3)).toEqual([
    { rowIndex: 1, cells: ['Title'] },
    { rowIndex: 2, cells: ['0', 'x'.repeat(256)] },
    { rowIndex: 4, cells: ['2', 'x'.repeat(256)] },
  ])
})

test('a long text that very many cells share is counted for each of them', async () => {
  const cells = ['+919876543210', ...Array(64).fill('x'.repeat(32 * 1024))]
  function* rows() {
    for (let rowIndex = 1; rowIndex <= 310; rowIndex++) yield [{ rowIndex, cells }]
  }
  let chunks = 0
  const read = async () => {
    for await (const { kind } of tableParts(rows(), isPhone)) if (kind === 'chunk') chunks++
  }
  await expect(read()).rejects.toThrow('too much text')
  expect(chunks).toBeGreaterThan(70)
})

test('a formula without a result is no header, has no text, and stays known in its row', async () => {
  const { headerRow, samples, rawRows, rows } = await build([
    rowsOf(['Asha', UNCALCULATED], ['Ben', '9876543210'], [`C${UNCALCULATED}leo`, '9876543211']),
  ])
  expect({ headerRow, first: samples[0], raw: rawRows[0]?.cells }).toEqual({
    headerRow: 0,
    first: ['Asha', ''],
    raw: ['Asha', ''],
  })
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['Asha', UNCALCULATED],
    ['Ben', '9876543210'],
    ['Cleo', '9876543211'],
  ])
})

test('chunks contain 5,000 rows each, whatever the batches', async () => {
  const { chunks, rowCount } = await build(manyRows(12_345))
  expect(chunks.map(({ bytes, ...chunk }) => chunk)).toEqual([
    { firstRowIndex: 2, lastRowIndex: 5_001, rowCount: 5_000 },
    { firstRowIndex: 5_002, lastRowIndex: 10_001, rowCount: 5_000 },
    { firstRowIndex: 10_002, lastRowIndex: 12_346, rowCount: 2_345 },
  ])
  expect(rowCount).toBe(12_345)
})

test('a chunk of large cells ends at 8 MB, and a larger row is its own chunk', async () => {
  const cell = 'x'.repeat(32 * 1024)
  const large = { rowIndex: 3_002, cells: Array.from({ length: 1_000 }, () => cell) }
  const { chunks, rows } = await build([...manyRows(600, cell), [large], [{ rowIndex: 3_003, cells: ['last'] }]])
  const sizes = chunks.map((chunk) => chunk.bytes)
  expect(sizes.filter((bytes) => bytes > 8 * 1024 * 1024)).toHaveLength(1)
  expect(chunks.find((chunk) => chunk.firstRowIndex === 3_002)).toMatchObject({ rowCount: 1 })
  expect(rows).toHaveLength(602)
})

test('a row that becomes too large by escaping is rejected', async () => {
  const row = { rowIndex: 2, cells: Array.from({ length: 300 }, () => '\x01'.repeat(32 * 1024)) }
  await expect(build([HEADER, [row]])).rejects.toMatchObject({ reason: 'Row 2: the row contains too much text.' })
})

test('the first row after a million is rejected', async () => {
  await expect(drain(tableParts(manyRows(1_000_001), isPhone))).rejects.toMatchObject({
    reason: 'Row 1000002: the table has more than 1,000,000 data rows.',
  })
})

async function drain(parts: AsyncIterable<unknown>) {
  for await (const _ of parts);
}

test('the samples are the first 20 data rows, with long cells truncated between characters', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => [`name ${i}`, `${'x'.repeat(255)}👋`])
  const { samples } = await build([rowsOf(['name', 'note'], ...rows)])
  expect(samples).toHaveLength(20)
  expect(samples[19]).toEqual(['name 19', 'x'.repeat(255)])
})

test('columns that only later rows have are named at the end', async () => {
  const late = Array.from({ length: 40 }, (_, i) => (i === 39 ? ['a', '1', '', 'more'] : ['a', '1']))
  const { columns, endColumns } = await build([rowsOf(['name', 'Column D'], ...late)])
  expect(columns).toEqual(['name', 'Column D'])
  expect(endColumns).toEqual(['name', 'Column D', 'Column C', 'Column D (2)'])
})

test('in our own error report one protecting apostrophe is removed, in headings too', async () => {
  const cells = ['=1+1', '+919876543210', "'=x", "it's", "'quoted'", '-', '\tx']
  const report = rowsOf(
    ["'@handle", 'a', 'b', 'c', 'd', 'e', 'f', 'FailureReason'],
    [...cells.map(guarded), 'malformed'],
  )
  const table = await build([report])
  expect(table.columns[0]).toBe('@handle')
  expect(table.rows).toEqual([[2, ...cells, 'malformed']])
  expect(table.samples).toEqual([[...cells, 'malformed']])
})

/** The result of csvCell as a CSV reader sees it. */
const guarded = (cell: string) => csvCell(cell).replace(/^"([\s\S]*)"$/, '$1')

test('in any other file apostrophes are kept', async () => {
  expect((await build([rowsOf(['a', 'b'], ["'=1", "''"])])).rows).toEqual([[2, "'=1", "''"]])
})

test('cells contain nothing that PostgreSQL rejects', async () => {
  expect((await build([rowsOf(['a', 'b'], ['x\0y', 'half \ud83d here', 'Rene\u0301'])])).rows).toEqual([
    [2, 'xy', 'half \ufffd here', 'René'],
  ])
})

test('a row of white space in any script is blank', async () => {
  expect((await build([rowsOf(['a'], ['\u3000', '\u00a0', '\t'], ['x'])])).rows).toEqual([[3, 'x']])
})
