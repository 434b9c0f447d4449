import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX } from '../../../domain/limits.ts'
import { cellTooLarge, tooManyColumns, unclosedQuote } from '../refusals.ts'
import type { TableRow } from '../row.ts'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22
/** Every quotation mark in a quoted cell may be written as two, so this much is kept before a cell is too large. */
const CELL_CHARS_KEPT_MAX = 2 * IMPORT_CELL_BYTES_MAX

/**
 * Cuts text that comes in slices into records, which LF, CR or CR LF end, in any mixture.
 *
 * A quotation mark opens a quoted cell at the cell's very beginning and is plain text elsewhere. In a quoted cell two
 * of them mean one, and one alone closes the quotes. What follows up to the next delimiter or the end of the record
 * belongs to the cell as it stands (`"Asha" Rao`), so that a stray mark never costs more than its record; should that
 * end in a mark too, both were meant as text (`"Ravi "Bunty" Rao"`).
 *
 * The state outlives a slice: no character is read twice, and of a cell not much more than its limit is kept.
 */
export class CsvTokenizer {
  readonly #delimiter: number
  #state: 'start' | 'plain' | 'quoted' | 'quote in quoted' | 'behind quotes' = 'start'
  #rowIndex: number
  /** Empty cells are added only once another follows, so rows of nothing but delimiters take no memory. */
  #cells: string[] = []
  #column = 0
  #rows: TableRow[] = []
  #text = ''
  /** Where the current cell begins in this slice, and what earlier slices had of it. */
  #cellStart = 0
  #kept = ''
  /** What stood in the quotes of a cell that goes on behind them. */
  #quoted = ''
  #isTooLarge = false
  #endedWithCarriageReturn = false

  constructor(delimiter: string, firstRowIndex: number) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#rowIndex = firstRowIndex
  }

  /** The records that end in this slice. Those without any text are counted and left out. */
  read(text: string): TableRow[] {
    if (text === '') return []
    this.#rows = []
    this.#text = text
    this.#cellStart = 0
    let at = this.#endedWithCarriageReturn && text.charCodeAt(0) === LINE_FEED ? 1 : 0
    this.#endedWithCarriageReturn = false
    while (at < text.length) {
      if (this.#state === 'start') at = this.#openCell(at)
      if (this.#state === 'quoted') at = this.#readQuoted(at)
      else if (this.#state === 'quote in quoted') at = this.#readAfterQuote(at)
      else at = this.#readPlain(at)
    }
    if (this.#state !== 'start') this.#keep(text.slice(this.#cellStart))
    return this.#rows
  }

  /** The record that the end of the text ends. */
  end(): TableRow[] {
    this.#rows = []
    this.#text = ''
    this.#cellStart = 0
    if (this.#state === 'quoted') throw unclosedQuote(this.#rowIndex, this.#column)
    if (this.#state !== 'start') this.#endCell(0)
    this.#endRecord()
    return this.#rows
  }

  #openCell(at: number): number {
    const isQuoted = this.#text.charCodeAt(at) === QUOTE
    this.#state = isQuoted ? 'quoted' : 'plain'
    this.#cellStart = isQuoted ? at + 1 : at
    return this.#cellStart
  }

  #readPlain(from: number): number {
    const text = this.#text
    const delimiter = this.#delimiter
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) return this.#endCell(at)
    }
    return text.length
  }

  #readQuoted(from: number): number {
    const quote = this.#text.indexOf('"', from)
    if (quote === -1) return this.#text.length
    this.#state = 'quote in quoted'
    return quote + 1
  }

  #readAfterQuote(at: number): number {
    const code = this.#text.charCodeAt(at)
    if (code === this.#delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) return this.#endCell(at)
    if (code === QUOTE) {
      this.#state = 'quoted'
      return at + 1
    }
    this.#quoted = withoutQuotes(this.#kept + this.#text.slice(this.#cellStart, at))
    this.#kept = ''
    this.#cellStart = at
    this.#state = 'behind quotes'
    return at
  }

  /** Takes the cell that ends before `at`, and what ended it; gives back where the next one begins. */
  #endCell(at: number): number {
    const written = this.#kept + this.#text.slice(this.#cellStart, at)
    const cell = this.#meaningOf(written)
    if (this.#isTooLarge) throw cellTooLarge(this.#rowIndex, this.#column)
    if (cell !== '') this.#addCell(cell)
    this.#column++
    this.#kept = ''
    this.#state = 'start'
    const mark = this.#text.charCodeAt(at)
    if (mark === LINE_FEED) this.#endRecord()
    if (mark !== CARRIAGE_RETURN) return at + 1
    this.#endRecord()
    this.#endedWithCarriageReturn = at + 1 === this.#text.length
    return this.#text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1
  }

  #meaningOf(written: string): string {
    if (this.#state === 'plain') return written
    if (this.#state !== 'behind quotes') return withoutQuotes(written)
    return written.endsWith('"') ? `${this.#quoted}"${withoutQuotes(written)}` : this.#quoted + written
  }

  #addCell(cell: string) {
    if (this.#column >= IMPORT_COLUMNS_MAX) throw tooManyColumns(this.#rowIndex)
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells.push(cell)
  }

  #endRecord() {
    if (this.#cells.length > 0) this.#rows.push({ rowIndex: this.#rowIndex, cells: this.#cells })
    this.#rowIndex++
    this.#cells = []
    this.#column = 0
  }

  /** A quoted cell that is too large is read on to its end, because a mark that nothing closes is the better reason. */
  #keep(text: string) {
    this.#kept = this.#isTooLarge ? '' : this.#kept + text
    if (this.#kept.length <= CELL_CHARS_KEPT_MAX) return
    if (this.#state === 'plain' || this.#state === 'behind quotes') throw cellTooLarge(this.#rowIndex, this.#column)
    this.#isTooLarge = true
  }
}

/** The opening mark is gone already; of the rest the last closes the cell, and of two only one is meant. */
const withoutQuotes = (written: string) => written.slice(0, -1).replaceAll('""', '"')
