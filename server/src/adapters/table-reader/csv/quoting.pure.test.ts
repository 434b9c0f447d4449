import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeTable } from '../../../../tests/support/tables/table-parts.ts'
import { tableParts } from '../table-builder.ts'
import { readCsv } from './read-csv.ts'
import { CsvTokenizer } from './tokenizer.ts'

interface Written {
  /** As written in the file. */
  text: string
  cell: string
}

const word = fc.string({ unit: fc.constantFrom('a', 'é', '7', ' ', '.', "'"), minLength: 1, maxLength: 6 })
const inQuotes = fc.string({ unit: fc.constantFrom('a', ' ', ',', ';', '"', '\n', '\r\n'), maxLength: 6 })
/** A mark behind these would be read as the beginning of another cell. */
const inQuotesBeforeText = inQuotes.filter((cell) => !/[\r\n,]$/.test(cell) || !/[\r\n]/.test(cell))
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** The ways in which people and programs write a cell, including wrong ones. */
const written: fc.Arbitrary<Written> = fc.oneof(
  word.map((cell) => ({ text: cell, cell })),
  inQuotes.map((cell) => ({ text: quoted(cell), cell })),
  fc.tuple(inQuotesBeforeText, word).map(([cell, more]) => ({ text: quoted(cell) + more, cell: cell + more })),
  fc.tuple(inQuotesBeforeText, word, word).map(([cell, more, rest]) => ({
    text: `${quoted(cell)}${more}"${rest}`,
    cell: `${cell}${more}"${rest}`,
  })),
  fc.tuple(word, word, word).map(([a, b, c]) => ({ text: `"${a}"${b}"${c}"`, cell: `${a}"${b}"${c}` })),
  fc.tuple(word, word).map(([a, b]) => ({ text: `${a}"${b}"`, cell: `${a}"${b}"` })),
)

const line = fc.tuple(written, written)

test('every row of the file is read with its cells, however they are quoted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (lines, lineEnd) => {
        const text = ['id,a,b', ...lines.map((cells, i) => [`row ${i}`, ...cells.map(({ text }) => text)].join(','))]
        const { rows } = await wholeTable(tableParts(readCsv(Buffer.from(text.join(lineEnd))), () => false))
        const cells = rows.map((row) => [row[1], row[2] ?? '', row[3] ?? ''])
        expect(cells).toEqual(lines.map(([a, b], i) => [`row ${i}`, a.cell, b.cell]))
      },
    ),
    { numRuns: 300 },
  )
})

test('the result does not depend on the slices of the text', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 7 }), (lines, size) => {
      const text = lines.map(([a, b]) => `${a.text},${b.text}`).join('\n')
      const whole = new CsvTokenizer(',', 1)
      const sliced = new CsvTokenizer(',', 1)
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      const rows = [...pieces.flatMap((piece) => sliced.read(piece)), ...sliced.end()]
      expect(rows).toEqual([...whole.read(text), ...whole.end()])
    }),
    { numRuns: 500 },
  )
})

const rowsOf = (text: string) => {
  const tokenizer = new CsvTokenizer(',', 1)
  return [...tokenizer.read(text), ...tokenizer.end()]
}

test('stray quotation marks in a row affect at most this row', () => {
  const marks = fc.string({ unit: fc.constantFrom('"', '"', ',', 'x', ' '), maxLength: 12 })
  fc.assert(
    fc.property(marks, (odd) => {
      const rows = rowsOf(`a,1\n${odd}\nb,2\n`)
      expect(rows.at(0)).toEqual({ rowIndex: 1, cells: ['a', '1'] })
      expect(rows.at(-1)).toEqual({ rowIndex: 3, cells: ['b', '2'] })
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['to the end of the file', ['a,1', '"b,2', 'c,3', 'd,4'], ['"b', '2']],
  ['in the last cell of the row', ['a,1', 'b,"2', 'c,3'], ['b', '"2']],
  ['in the last row', ['a,1', 'b,2', '"c,3'], ['"c', '3']],
  ['up to a cell in quotes', ['a,1', '"b,2', 'c,3', '"d, e",4', 'f,5'], ['"b', '2']],
  ['up to a row whose cells are all in quotes', ['"a","1"', '"b,2', '"c","3"', '"d","4"'], ['"b', '2']],
  ['up to another one that is never closed', ['a,1', '"b,2', 'c,3', '"d,4', 'e,5'], ['"b', '2']],
])('an opening mark that is not closed %s costs no other row', (_, lines, cells) => {
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const rows = rowsOf(lines.join(lineEnd))
    expect(rows.map(({ rowIndex }) => rowIndex)).toEqual(lines.map((_, i) => i + 1))
    expect(rows).toContainEqual(expect.objectContaining({ cells }))
    expect(rows.find(({ rowIndex }) => rowIndex === 1)?.cells).toEqual(['a', '1'])
  }
})

test('wherever one mark is lost in a file of quoted cells, all other rows are read', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '7', ' ', '.'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (lines, pick, size) => {
        const written = lines.map(([a, b]) => `"${a}",${b}`)
        const at = pick % written.length
        written[at] = `"${lines[at]?.[0]},${lines[at]?.[1]}`
        const text = written.join('\n')
        const tokenizer = new CsvTokenizer(',', 1)
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        const rows = [...pieces.flatMap((piece) => tokenizer.read(piece)), ...tokenizer.end()]
        expect(rows).toEqual(rowsOf(text))
        expect(rows.map(({ cells }) => cells)).toEqual(lines.map(([a, b], i) => [i === at ? `"${a}` : a, b]))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('an unclosed mark before megabytes of rows costs no other row', () => {
  const rows = rowsOf(`n,p\n"a,1\n${'x,1\n'.repeat(200_000)}`)
  expect(rows).toHaveLength(200_002)
  expect(rows[1]).toEqual({ rowIndex: 2, cells: ['"a', '1'] })
  expect(rows.at(-1)).toEqual({ rowIndex: 200_002, cells: ['x', '1'] })
})
