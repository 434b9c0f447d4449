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
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** The ways in which people and programs write a cell, including wrong ones. */
const written: fc.Arbitrary<Written> = fc.oneof(
  word.map((cell) => ({ text: cell, cell })),
  inQuotes.map((cell) => ({ text: quoted(cell), cell })),
  fc.tuple(inQuotes, word).map(([cell, more]) => ({ text: quoted(cell) + more, cell: cell + more })),
  fc.tuple(inQuotes, word, word).map(([cell, more, rest]) => ({
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

test('stray quotation marks affect at most their own row, unless one is never closed', () => {
  const marks = fc.string({ unit: fc.constantFrom('"', '"', ',', 'x', ' '), maxLength: 12 })
  fc.assert(
    fc.property(marks, (odd) => {
      const tokenizer = new CsvTokenizer(',', 1)
      const rows = [...tokenizer.read(`a,1\n${odd}\nb,2\n`)]
      try {
        rows.push(...tokenizer.end())
      } catch (error) {
        expect(error).toMatchObject({ reason: expect.stringContaining('never closed') })
        return
      }
      expect(rows.at(0)).toEqual({ rowIndex: 1, cells: ['a', '1'] })
      expect(rows.at(-1)).toEqual({ rowIndex: 3, cells: ['b', '2'] })
    }),
    { numRuns: 2_000 },
  )
})
