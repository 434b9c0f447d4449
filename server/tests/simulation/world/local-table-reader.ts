import { buffer } from 'node:stream/consumers'
import { readCsv } from '../../../src/adapters/table-reader/csv/read-csv.ts'
import { SheetChoice } from '../../../src/adapters/table-reader/sheet-choice.ts'
import { tableParts } from '../../../src/adapters/table-reader/table-builder.ts'
import type { CountryContext } from '../../../src/domain/contacts/phone/country-inference.ts'
import { readNumber } from '../../../src/domain/contacts/phone/read-number.ts'
import type { TableReader } from '../../../src/ports/table-reader.ts'

/** Reads as the product's own process for files does, without starting one: that takes longer than ten steps. */
export const localTableReader: TableReader = {
  async *read(content, { kind, countries, headerRow, sheet }) {
    if (kind !== 'csv') throw new Error('walks only upload CSV files')
    const context = { ...countries, majority: null } as CountryContext
    const isPhone = (cell: string) => readNumber(cell, context).kind === 'number'
    const rows = readCsv(await buffer(content))
    yield* tableParts(rows, isPhone, { headerRow, choice: new SheetChoice(sheet) })
  },
}
