/**
 * Reads the table out of a file that nobody vouches for.
 *
 * The parts come in order: one head, then chunks with rising row numbers, then one end. The reader works no further ahead
 * than what it may hold in a small, fixed memory: whoever pulls slowly is waited for. Nothing of the file outlives the
 * loop: it may be left at any point, by an end, a break, an error or the signal.
 * A file that cannot be read to its end throws `TableUnreadable`, possibly after some of its chunks were given.
 */
export interface TableReader {
  read(content: AsyncIterable<Uint8Array>, options: TableOptions, signal?: AbortSignal): AsyncIterable<TablePart>
}

export interface TableOptions {
  readonly kind: 'csv' | 'xlsx'
  /** What tells a phone number from a heading, and so a file without headings from one with them. */
  readonly countries: TableCountries
}

export interface TableCountries {
  readonly default?: string
  readonly vendor: string
}

export type TablePart = TableHead | TableChunk | TableEnd

export interface TableHead {
  readonly kind: 'head'
  /** Every name once, none empty; as many as the header and the samples have. */
  readonly columns: readonly string[]
  /** The row that names the columns, and below which the data begins; 0 where there is none. */
  readonly headerRow: number
  /** The first data rows; long cells are cut. */
  readonly samples: readonly (readonly string[])[]
}

export interface TableChunk {
  readonly kind: 'chunk'
  /** Rows are numbered as a spreadsheet shows them: the first is 1, blank ones count but are not given. */
  readonly firstRowIndex: number
  readonly lastRowIndex: number
  readonly rowCount: number
  /** Deflated UTF-8 JSON, an array of `[rowIndex, cell, cell, …]`; empty cells at a row's end are left out. */
  readonly rows: Buffer
}

export interface TableEnd {
  readonly kind: 'end'
  readonly rowCount: number
  /** Those of the head, and more where later rows are wider. */
  readonly columns: readonly string[]
}

/** Why the file as a whole cannot be read, in a sentence for the vendor: it names rows and columns, never what is in them. */
export class TableUnreadable extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'TableUnreadable'
    this.reason = reason
  }
}
