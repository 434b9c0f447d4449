import { FAILURE_REASON_COLUMN } from '../../domain/contacts/contact.ts'
import { unquoteFormula } from '../../domain/contacts/csv-safety.ts'
import { isExport } from '../../domain/contacts/export-columns.ts'
import { findHeader, HEADER_SEARCH_ROWS } from '../../domain/imports/mapping/find-header.ts'
import { IMPORT_SAMPLE_CHARS_MAX, IMPORT_SAMPLE_ROWS_MAX } from '../../domain/limits.ts'
import type { TableHead, TablePart } from '../../ports/table-reader.ts'
import { ChunkBuilder } from './chunk-builder.ts'
import { cleanRow } from './clean-row.ts'
import { checkHeader, nameColumns } from './columns.ts'
import { noDataRows } from './errors.ts'
import type { TableRow } from './table-row.ts'

/** Turns the rows of a file, in file order, into the parts of a table. */
export async function* tableParts(
  batches: Iterable<TableRow[]> | AsyncIterable<TableRow[]>,
  isPhone: (cell: string) => boolean,
): AsyncGenerator<TablePart> {
  const table = new TableBuilder(isPhone)
  for await (const batch of batches) yield* table.add(batch)
  yield* table.end()
}

/** How many rows are read before the first part is returned: samples follow wherever the header is. */
const OPENING_ROWS = HEADER_SEARCH_ROWS + IMPORT_SAMPLE_ROWS_MAX

class TableBuilder {
  readonly #isPhone: (cell: string) => boolean
  readonly #chunks = new ChunkBuilder()
  /** The first rows of the file, until there are enough for the head; undefined from then on. */
  #opening: TableRow[] | undefined = []
  #header: readonly string[] = []
  /** An error report or an export of ours, whose cells are protected against being interpreted as formulas. */
  #isOurs = false

  constructor(isPhone: (cell: string) => boolean) {
    this.#isPhone = isPhone
  }

  *add(batch: readonly TableRow[]): Generator<TablePart> {
    const rows = batch.map(cleanRow).filter((row) => row !== undefined)
    if (!this.#opening) return yield* this.#addData(rows)
    this.#opening = this.#opening.concat(rows)
    if (this.#opening.length >= OPENING_ROWS) yield* this.#open(this.#opening)
  }

  *end(): Generator<TablePart> {
    if (this.#opening) yield* this.#open(this.#opening)
    const rest = this.#chunks.take()
    if (rest) yield rest
    const { rowCount, width } = this.#chunks
    yield { kind: 'end', rowCount, columns: nameColumns(this.#header, Math.max(this.#header.length, width)) }
  }

  *#open(rows: readonly TableRow[]): Generator<TablePart> {
    this.#opening = undefined
    const at = findHeader(
      rows.map(({ cells }) => cells),
      this.#isPhone,
    )
    const header = at === undefined ? undefined : rows[at]
    if (header) this.#readHeader(header)
    // Rows above the header are titles.
    const data = at === undefined ? rows : rows.slice(at + 1)
    if (data.length === 0) throw noDataRows()
    yield this.#headOf(data.slice(0, IMPORT_SAMPLE_ROWS_MAX), header?.rowIndex ?? 0)
    yield* this.#addData(data)
  }

  #readHeader({ rowIndex, cells }: TableRow) {
    const names = cells.map((cell) => cell.trim())
    this.#isOurs = names.includes(FAILURE_REASON_COLUMN) || isExport(names)
    this.#header = this.#isOurs ? cells.map(unquoteFormula) : cells
    checkHeader(this.#header, rowIndex)
  }

  #headOf(data: readonly TableRow[], headerRow: number): TableHead {
    const rows = data.map((row) => this.#cellsOf(row))
    const width = Math.max(this.#header.length, ...rows.map((cells) => cells.length))
    const samples = rows.map((cells) => cells.map(shorten))
    return { kind: 'head', columns: nameColumns(this.#header, width), headerRow, samples }
  }

  *#addData(rows: readonly TableRow[]): Generator<TablePart> {
    for (const row of rows) {
      const chunk = this.#chunks.add(row.rowIndex, this.#cellsOf(row))
      if (chunk) yield chunk
    }
  }

  #cellsOf(row: TableRow): readonly string[] {
    return this.#isOurs ? row.cells.map(unquoteFormula) : row.cells
  }
}

/** Never ends with half a surrogate pair. */
const shorten = (cell: string) =>
  cell.length > IMPORT_SAMPLE_CHARS_MAX ? cell.slice(0, IMPORT_SAMPLE_CHARS_MAX).replace(/\p{Surrogate}$/u, '') : cell
