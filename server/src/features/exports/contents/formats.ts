import { csvLine } from '../../../domain/contacts/csv-safety.ts'
import { textPieces } from '../../../platform/concurrency/text-pieces.ts'

type Value = string | number | bigint | boolean | null | undefined | Date

/** CSV with a heading. Cells that a spreadsheet would run as a formula are prefixed, as in other exports. */
export async function* csvOf<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: Readonly<Record<string, (row: Row) => Value>>,
) {
  yield csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  for await (const batch of batches)
    yield* textPieces(linesOf(batch, (row) => csvLine(cells.map((cell) => textOf(cell(row))))))
}

function* linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string) {
  for (const row of rows) yield lineOf(row)
}

const textOf = (value: Value) =>
  value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value)

/** One JSON object per line, so that large files can be read piece by piece. */
export async function* jsonLinesOf(batches: AsyncIterable<readonly unknown[]>) {
  for await (const batch of batches) yield* textPieces(linesOf(batch, (one) => `${JSON.stringify(one)}\n`))
}

export async function* jsonOf(read: () => Promise<unknown>) {
  yield `${JSON.stringify(await read(), null, 2)}\n`
}

/** Reports how many lines have passed. */
export async function* countingLines(pieces: AsyncIterable<string>, onRows: (rows: number) => Promise<void>) {
  for await (const piece of pieces) {
    yield piece
    await onRows(piece.split('\n').length - 1)
  }
}

export async function* inOneBatch<Row>(read: () => Promise<readonly Row[]>) {
  yield await read()
}

export async function* inOnePiece(read: () => Promise<Uint8Array>) {
  yield await read()
}
