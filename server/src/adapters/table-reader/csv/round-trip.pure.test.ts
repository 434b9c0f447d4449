import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from '../../../../tests/support/tables/csv-files.ts'
import { wholeTable } from '../../../../tests/support/tables/table-parts.ts'
import { tableParts } from '../table-builder.ts'
import { readCsv } from './read-csv.ts'
import { CsvTokenizer } from './tokenizer.ts'

test('a table written with any delimiter, encoding and newline reads back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(csvFile, async ({ header, rows, bytes }) => {
      const table = await wholeTable(tableParts(readCsv(bytes), () => false))
      expect(table).toMatchObject({ columns: header, endColumns: header, headerRow: 1, rowCount: rows.length })
      expect(table.rows).toEqual(rows)
    }),
    { numRuns: 60 },
  )
})

const structural = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', 'b', ' '), maxLength: 40 })

test('the result does not depend on where the text is sliced', () => {
  fc.assert(
    fc.property(structural, fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }), (text, cuts) => {
      expect(outcomeOf(sliced(text, cuts))).toEqual(outcomeOf([text]))
    }),
    {
      numRuns: 500,
      examples: [
        ['""b\n"\n" \n', [8]],
        ['"a\n" ', [5]],
      ],
    },
  )
})

function sliced(text: string, cuts: readonly number[]): string[] {
  const borders = [0, ...cuts.toSorted((a, b) => a - b), text.length]
  return borders.slice(1).map((border, i) => text.slice(borders[i], border))
}

function outcomeOf(slices: readonly string[]): unknown {
  const tokenizer = new CsvTokenizer(',', 1)
  try {
    return [...slices.flatMap((slice) => tokenizer.read(slice)), ...tokenizer.end()]
  } catch (error) {
    return String(error)
  }
}
