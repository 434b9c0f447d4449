import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX } from '../../../domain/limits.ts'
import { cellTooLarge, tooManyColumns } from '../errors.ts'
import type { TableRow } from '../table-row.ts'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22
const SPACE = 0x20
const TAB = 0x09
/** Every quotation mark in a quoted cell may be doubled, so this much is kept before a cell counts as too large. */
const CARRIED_CHARS_MAX = 2 * IMPORT_CELL_BYTES_MAX
const LINE_BREAK = /[\r\n]/

/**
 * Splits text that arrives in slices into records, which end with LF, CR or CR LF, in any mixture.
 *
 * A quotation mark opens a quoted cell at the very beginning of the cell and is plain text elsewhere. In a quoted cell
 * two of them mean one, and a single one closes the quotes. Text from there to the next delimiter or the end of the
 * record belongs to the cell unchanged (`"Asha" Rao`), so that a stray mark never affects more than its record; if that
 * text ends in a mark too, both were meant as text (`"Ravi "Bunty" Rao"`).
 *
 * A mark that is never closed must not take the following records into its cell. It is text, and its cell is read again
 * as a plain one, if the text ends before the cell does, if the cell has line breaks and is larger than any cell may be,
 * or if it has line breaks and a mark that looks like the start of another quoted cell: at the beginning of a cell and
 * followed by text.
 *
 * The state survives between slices, and not much more of a cell than its limit is kept.
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
  #endedWithCarriageReturn = false
  /** White space at the end of a slice whose meaning depends on what follows it. Read again with the next slice. */
  #heldBack = ''
  #isEnding = false

  constructor(delimiter: string, firstRowIndex: number) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#rowIndex = firstRowIndex
  }

  /** The records that end in this slice. Empty records are counted but not returned. */
  read(text: string): TableRow[] {
    if (text === '') return []
    this.#rows = []
    this.#text = this.#heldBack + text
    this.#heldBack = ''
    this.#cellStart = 0
    const from = this.#endedWithCarriageReturn && text.charCodeAt(0) === LINE_FEED ? 1 : 0
    this.#endedWithCarriageReturn = false
    this.#readFrom(from)
    return this.#rows
  }

  /** The record that ends with the text, and those in a cell whose quotation mark is never closed. */
  end(): TableRow[] {
    this.#rows = []
    this.#isEnding = true
    this.#text = this.#heldBack
    this.#cellStart = 0
    this.#readFrom(0)
    this.#text = ''
    this.#cellStart = 0
    while (this.#state === 'quoted') {
      this.#readFrom(this.#rereadAsPlain())
      this.#text = ''
      this.#cellStart = 0
    }
    if (this.#state !== 'start') this.#endCell(0)
    this.#endRecord()
    return this.#rows
  }

  #readFrom(from: number) {
    let at = from
    while (at < this.#text.length) {
      if (this.#state === 'start') at = this.#openCell(at)
      if (this.#state === 'quoted') at = this.#readQuoted(at)
      else if (this.#state === 'quote in quoted') at = this.#readAfterQuote(at)
      else at = this.#readPlain(at)
    }
    if (this.#state === 'start') return
    this.#carriedOver += this.#text.slice(this.#cellStart)
    // One more for the mark that closes a cell.
    if (this.#carriedOver.length > CARRIED_CHARS_MAX + 1) throw cellTooLarge(this.#rowIndex, this.#column)
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
    const chars = this.#carriedOver.length + (quote === -1 ? this.#text.length : quote) - this.#cellStart
    if (chars > CARRIED_CHARS_MAX) {
      if (LINE_BREAK.test(this.#written().slice(0, CARRIED_CHARS_MAX))) return this.#rereadAsPlain()
      throw cellTooLarge(this.#rowIndex, this.#column)
    }
    if (quote === -1) return this.#text.length
    this.#state = 'quote in quoted'
    return quote + 1
  }

  /** The current cell, from behind its opening mark to the end of the slice or to `at`. */
  #written(at?: number): string {
    return this.#carriedOver + this.#text.slice(this.#cellStart, at)
  }

  /** Returns where reading continues: behind the mark that opened the cell. */
  #rereadAsPlain(): number {
    this.#state = 'plain'
    if (this.#cellStart === 0) {
      this.#text = `"${this.#written()}`
      this.#carriedOver = ''
      return 1
    }
    this.#cellStart--
    return this.#cellStart + 1
  }

  #readAfterQuote(at: number): number {
    const code = this.#text.charCodeAt(at)
    if (code === this.#delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) return this.#endCell(at)
    if (code === QUOTE) {
      this.#state = 'quoted'
      return at + 1
    }
    const written = this.#written(at)
    if (this.#opensAnother(written)) {
      const isBlank = this.#isBlankToEnd(at)
      if (isBlank === undefined) return this.#holdBack(at)
      if (!isBlank) return this.#rereadAsPlain()
    }
    this.#quoted = withoutQuotes(written)
    this.#carriedOver = ''
    this.#cellStart = at
    this.#state = 'after quotes'
    return at
  }

  /** Whether the mark that ends the text is at the beginning of a cell, below the line of the mark that opened this one. */
  #opensAnother(written: string): boolean {
    const before = written.charCodeAt(written.length - 2)
    const isAtStart = before === this.#delimiter || before === LINE_FEED || before === CARRIAGE_RETURN
    return isAtStart && LINE_BREAK.test(written)
  }

  /** Whether only white space follows in this cell, as after a mark that closes one. Undefined: the slice ends in it. */
  #isBlankToEnd(from: number): boolean | undefined {
    let at = from
    while (this.#text.charCodeAt(at) === SPACE || this.#text.charCodeAt(at) === TAB) at++
    if (at === from || at - from > CARRIED_CHARS_MAX) return false
    if (at === this.#text.length && !this.#isEnding) return undefined
    const code = this.#text.charCodeAt(at)
    return code === this.#delimiter || code === LINE_FEED || code === CARRIAGE_RETURN
  }

  #holdBack(at: number): number {
    this.#heldBack = this.#text.slice(at)
    this.#text = this.#text.slice(0, at)
    return at
  }

  /** Completes the cell that ends before `at` and consumes its terminator; returns where the next cell begins. */
  #endCell(at: number): number {
    const cell = this.#unquote(this.#written(at))
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
}

/** The opening quote is removed already; the last one closes the cell, and doubled ones mean one. */
const withoutQuotes = (written: string) => written.slice(0, -1).replaceAll('""', '"')
