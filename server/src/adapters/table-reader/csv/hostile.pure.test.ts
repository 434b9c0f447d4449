import { describe, expect, test } from 'vitest'
import { hostileCsvs } from '../../../../tests/support/tables/hostile-csv.ts'
import { wholeTable } from '../../../../tests/support/tables/table-parts.ts'
import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX } from '../../../domain/limits.ts'
import { TableUnreadable } from '../../../ports/table-reader.ts'
import { tableParts } from '../table-builder.ts'
import { readCsv } from './read-csv.ts'

const SEED = 31
const FILES = 60

/** The table, or undefined if there is a reason for the vendor. Any other error is rethrown. */
async function readOrRefused(file: Buffer) {
  try {
    return await wholeTable(tableParts(readCsv(file), () => false))
  } catch (error) {
    if (error instanceof TableUnreadable) return undefined
    throw error
  }
}

describe(`${FILES} hostile texts (seed ${SEED}) give a reason, or a table within all limits`, () => {
  test.each([...hostileCsvs(FILES, SEED)])('$what', async ({ file, isRefused }) => {
    const table = await readOrRefused(file)
    if (isRefused) expect(table).toBeUndefined()
    for (const row of table?.rows ?? []) {
      expect(row.length - 1).toBeLessThanOrEqual(IMPORT_COLUMNS_MAX)
      for (const cell of row.slice(1))
        expect(Buffer.byteLength(String(cell))).toBeLessThanOrEqual(IMPORT_CELL_BYTES_MAX)
      expect(row.join()).not.toContain('\0')
    }
  })
})
