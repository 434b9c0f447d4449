import type { TableRow } from '../table-row.ts'
import { sniffDialect } from './dialect.ts'
import { decodeText } from './encoding.ts'
import { CsvTokenizer } from './tokenizer.ts'

/** The records of a CSV file, numbered as in a spreadsheet: a record with line breaks inside its cells is one row. */
export function* readCsv(file: Buffer): Generator<TableRow[]> {
  const slices = decodeText(file)
  const first = slices.next().value ?? ''
  const { delimiter, skippedChars, skippedRows } = sniffDialect(first)
  const tokenizer = new CsvTokenizer(delimiter, 1 + skippedRows)
  yield tokenizer.read(first.slice(skippedChars))
  for (const slice of slices) yield tokenizer.read(slice)
  yield tokenizer.end()
}
