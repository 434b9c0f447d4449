import { FAILURE_REASON_COLUMN } from '../../domain/contacts/contact.ts'
import { unquoteFormula } from '../../domain/contacts/csv-safety.ts'
import { isExport } from '../../domain/contacts/export-columns.ts'
import { findHeader, HEADER_SEARCH_ROWS } from '../../domain/imports/mapping/find-header.ts'
import { shownCells } from '../../domain/imports/rows/uncalculated.ts'
import { IMPORT_RAW_ROWS_MAX, IMPORT_SAMPLE_CHARS_MAX, IMPORT_SAMPLE_ROWS_MAX } from '../../domain/limits.ts'
import type { TableHead, TablePart } from '../../ports/table-reader.ts'
import { ChunkBuilder } from './chunk-builder.ts'
import { cleanRow } from './clean-row.ts'
import { nameColumns } from './columns.ts'
import { cutAt } from './cut-at.ts'
import { noDataRows } from './errors.ts'
import { SheetChoice } from './sheet-choice.ts'
import type { TableRow } from './table-row.ts'

interface BuilderOptions {
  /** The header row that somebody chose; 0: none. */
  headerRow?: number | undefined
  /** The sheets of a workbook, as its reader finds them. */
  choice?: SheetChoice
}

/** Turns the rows of a file, in file order, into the parts of a table. */
export async function* tableParts(
  batches: Iterable<TableRow[]> | AsyncIterable<TableRow[]>,
  isPhone: (cell: string) => boolean,
  options: BuilderOptions = {},
): AsyncGenerator<TablePart> {
  const table = new TableBuilder(isPhone, options)
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
  /** A Harkara error report or export, whose cells are protected against being interpreted as formulas. */
  #isOurs = false

  readonly #wantedHeader: number | undefined
  readonly #choice: SheetChoice

  constructor(isPhone: (cell: string) => boolean, { headerRow, choice = new SheetChoice() }: BuilderOptions) {
    this.#isPhone = isPhone
    this.#wantedHeader = headerRow
    this.#choice = choice
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
    const columns = nameColumns(this.#header, Math.max(this.#header.length, width))
    yield { kind: 'end', rowCount, columns, sheets: this.#choice.sheets }
  }

  *#open(rows: readonly TableRow[]): Generator<TablePart> {
    this.#opening = undefined
    const found = this.#findHeader(rows)
    const at = found?.index
    const header = at === undefined ? undefined : rows[at]
    if (header) this.#readHeader(header.cells)
    // Rows above the header are titles.
    const data = at === undefined ? rows : rows.slice(at + 1)
    if (data.length === 0) throw noDataRows()
    const head = this.#headOf(rows, data.slice(0, IMPORT_SAMPLE_ROWS_MAX), header?.rowIndex ?? 0)
    yield found?.isCertain === false ? { ...head, isHeaderDoubtful: true } : head
    yield* this.#addData(data)
  }

  #findHeader(rows: readonly TableRow[]): ReturnType<typeof findHeader> {
    if (this.#wantedHeader === 0) return undefined
    const at = rows.findIndex(({ rowIndex }) => rowIndex === this.#wantedHeader)
    if (at !== -1 && at < rows.length - 1) return { index: at, isCertain: true }
    return findHeader(
      rows.map(({ cells }) => shownCells(cells)),
      this.#isPhone,
    )
  }

  #readHeader(written: readonly string[]) {
    const cells = shownCells(written)
    const names = cells.map((cell) => cell.trim())
    this.#isOurs = names.includes(FAILURE_REASON_COLUMN) || isExport(names)
    this.#header = this.#isOurs ? cells.map(unquoteFormula) : cells
  }

  #headOf(opening: readonly TableRow[], data: readonly TableRow[], headerRow: number): TableHead {
    const rows = data.map((row) => this.#cellsOf(row))
    const width = Math.max(this.#header.length, ...rows.map((cells) => cells.length))
    const samples = rows.map((cells) => shownCells(cells).map(shorten))
    const rawRows = opening
      .slice(0, IMPORT_RAW_ROWS_MAX)
      .map(({ rowIndex, cells }) => ({ rowIndex, cells: shownCells(cells).map(shorten) }))
    const columns = nameColumns(this.#header, width)
    return { kind: 'head', columns, headerRow, sheet: this.#choice.sheet, rawRows, samples }
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

const shorten = (cell: string) => cutAt(cell, IMPORT_SAMPLE_CHARS_MAX)
