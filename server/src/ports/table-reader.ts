/**
 * Reads the table of an untrusted file.
 *
 * The parts arrive in order: one head, then chunks with rising row numbers, then one end. The reader uses a small,
 * fixed amount of memory, so it waits for a slow consumer. The iteration can be left at any point, by its end, a break,
 * an error or the signal, and then nothing of the file remains. A file that cannot be read to its end throws
 * `TableUnreadable`, possibly after some of its chunks.
 */
export interface TableReader {
  read(content: AsyncIterable<Uint8Array>, options: TableOptions, signal?: AbortSignal): AsyncIterable<TablePart>
}

export interface TableOptions {
  readonly kind: 'csv' | 'ods' | 'vcf' | 'xlsx'
  /** Countries by which phone numbers are recognised, to tell a file without a header from one with a header. */
  readonly countries: TableCountries
  /** Without it, or if there is no such sheet with rows, the first visible sheet with rows is read. */
  readonly sheet?: string | undefined
  /** Without it, or if no rows follow this row, the header is recognised. 0: there is none. */
  readonly headerRow?: number | undefined
}

interface TableCountries {
  readonly default?: string
  readonly vendor: string
}

export type TablePart = TableHead | TableChunk | TableEnd

export interface TableHead {
  readonly kind: 'head'
  /** Each name is unique and not empty. As many as the header and the samples have columns. */
  readonly columns: readonly string[]
  /** The row with the column names, after which the data begins; 0 if there is none. */
  readonly headerRow: number
  /** Whether another row may be the header, or rows above it may be data; then the vendor has to confirm it. */
  readonly isHeaderDoubtful?: boolean
  /** The sheet that is read; null if the file is not a workbook. */
  readonly sheet: string | null
  /** The first rows that are not blank, with long cells truncated. */
  readonly rawRows: readonly TableRawRow[]
  /** The first data rows, with long cells truncated. */
  readonly samples: readonly (readonly string[])[]
}

export interface TableRawRow {
  readonly rowIndex: number
  readonly cells: readonly string[]
}

export interface TableSheet {
  readonly name: string
  /** Rows that are not blank, including titles and header; null if they could not be counted. */
  readonly rows: number | null
  readonly hidden: boolean
}

export interface TableChunk {
  readonly kind: 'chunk'
  /** Rows are numbered as in a spreadsheet: the first is 1. Blank rows are counted but not returned. */
  readonly firstRowIndex: number
  readonly lastRowIndex: number
  readonly rowCount: number
  /** Deflated UTF-8 JSON, an array of `[rowIndex, cell, cell, …]` without empty cells at the end of a row. */
  readonly rows: Buffer
}

export interface TableEnd {
  readonly kind: 'end'
  readonly rowCount: number
  /** Those of the head, and more if later rows are wider. */
  readonly columns: readonly string[]
  /** The sheets of a workbook, in the order of their tabs; none if the file is not a workbook. */
  readonly sheets: readonly TableSheet[]
}

/**
 * Why the whole file cannot be read, in a sentence for the vendor. It names rows and columns but never quotes the
 * content.
 */
export class TableUnreadable extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'TableUnreadable'
    this.reason = reason
  }
}
