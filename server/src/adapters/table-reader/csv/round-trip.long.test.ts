import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from '../../../../tests/support/tables/csv-files.ts'
import { wholeTable } from '../../../../tests/support/tables/table-parts.ts'
import { tableParts } from '../table-builder.ts'
import { readCsv } from './read-csv.ts'

test('a table written with any delimiter, encoding and newline reads back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(csvFile, async ({ header, rows, bytes }) => {
      const table = await wholeTable(tableParts(readCsv(bytes), () => false))
      expect(table).toMatchObject({ columns: header, endColumns: header, headerRow: 1, rowCount: rows.length })
      expect(table.rows).toEqual(rows)
    }),
    { numRuns: 5_000 },
  )
})
