import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX } from '../../../domain/limits.ts'
import { cellTooLarge, tooManyColumns, unclosedQuote } from '../errors.ts'
import type { TableRow } from '../table-row.ts'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22
/** Every quotation mark in a quoted cell may be doubled, so this much is kept before a cell counts as too large. */
const CARRIED_CHARS_MAX = 2 * IMPORT_CELL_BYTES_MAX

/**
 * Splits text that arrives in slices into records, which end with LF, CR or CR LF, in any mixture.
 *
 * A quotation mark opens a quoted cell at the very beginning of the cell and is plain text elsewhere. In a quoted cell
 * two of them mean one, and a single one closes the quotes. Text from there to the next delimiter or the end of the
 * record belongs to the cell unchanged (`"Asha" Rao`), so that a stray mark never affects more than its record; if that
 * text ends in a mark too, both were meant as text (`"Ravi "Bunty" Rao"`).
 *
 * The state survives between slices: no character is read twice, and not much more of a cell than its limit is kept.
 */
export class CsvTokenizer {
  readonly #delimiter: number
  #state: 'start' | 'plain' | 'quoted' | 'quote in quoted' | 'after quotes' = 'start'
  #rowIndex: number
  /** Empty cells are added only once a non-empty one follows, so rows of nothing but delimiters take no memory. */
  #cells: string[] = []
  #column = 0
  #rows: TableRow[] = []
  #text = ''
  /** Where the current cell begins in this slice, and its part from earlier slices. */
  #cellStart = 0
  #carriedOver = ''
  /** The quoted part of a cell that continues after its closing quote. */
  #quoted = ''
  #isTooLarge = false
  #endedWithCarriageReturn = false

  constructor(delimiter: string, firstRowIndex: number) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#rowIndex = firstRowIndex
  }

  /** The records that end in this slice. Empty records are counted but not returned. */
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
    if (this.#state !== 'start') this.#carryOver(text.slice(this.#cellStart))
    return this.#rows
  }

  /** The record that ends with the text. */
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
    this.#quoted = withoutQuotes(this.#carriedOver + this.#text.slice(this.#cellStart, at))
    this.#carriedOver = ''
    this.#cellStart = at
    this.#state = 'after quotes'
    return at
  }

  /** Completes the cell that ends before `at` and consumes its terminator; returns where the next cell begins. */
  #endCell(at: number): number {
    const written = this.#carriedOver + this.#text.slice(this.#cellStart, at)
    const cell = this.#unquote(written)
    if (this.#isTooLarge) throw cellTooLarge(this.#rowIndex, this.#column)
    if (cell !== '') this.#addCell(cell)
    this.#column++
    this.#carriedOver = ''
    this.#state = 'start'
    const terminator = this.#text.charCodeAt(at)
    if (terminator === LINE_FEED) this.#endRecord()
    if (terminator !== CARRIAGE_RETURN) return at + 1
    this.#endRecord()
    this.#endedWithCarriageReturn = at + 1 === this.#text.length
    return this.#text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1
  }

  #unquote(written: string): string {
    if (this.#state === 'plain') return written
    if (this.#state !== 'after quotes') return withoutQuotes(written)
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

  /** A quoted cell that is too large is read to its end, because an unclosed quote is the more helpful error. */
  #carryOver(text: string) {
    this.#carriedOver = this.#isTooLarge ? '' : this.#carriedOver + text
    if (this.#carriedOver.length <= CARRIED_CHARS_MAX) return
    if (this.#state === 'plain' || this.#state === 'after quotes') throw cellTooLarge(this.#rowIndex, this.#column)
    this.#isTooLarge = true
  }
}

/** The opening quote is removed already; the last one closes the cell, and doubled ones mean one. */
const withoutQuotes = (written: string) => written.slice(0, -1).replaceAll('""', '"')
