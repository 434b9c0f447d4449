import { tooMuchText } from './office/errors.ts'

/** Bounds how much a small file with merged cells can grow. */
const FILLED_CHARS_MAX = 64 * 1024 * 1024

/**
 * A cell that is merged over several rows has its value in the first of them only; spreadsheet programs show it for all.
 * Here it is repeated in the rows below, so that nobody loses a name or a city. A cell over several columns is not:
 * that is a title.
 */
export class MergedCells {
  readonly #open = new Map<number, { lastRow: number; text: string }>()
  #filledChars = 0

  /** Remembers the value of a cell that extends to this row. */
  start(column: number, lastRow: number, text: string) {
    if (text !== '') this.#open.set(column, { lastRow, text })
  }

  /** Completes the cells of a row. A row without cells of its own stays empty. */
  fill(rowIndex: number, cells: string[]) {
    if (this.#open.size === 0) return
    for (const [column, { lastRow, text }] of this.#open) {
      if (lastRow < rowIndex) this.#open.delete(column)
      else if (cells.length > 0 && (cells[column] ?? '') === '') {
        while (cells.length < column) cells.push('')
        cells[column] = text
        this.#filledChars += text.length
        if (this.#filledChars > FILLED_CHARS_MAX) throw tooMuchText()
      }
    }
  }
}
