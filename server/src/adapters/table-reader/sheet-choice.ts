import { type TableSheet, TableUnreadable } from '../../ports/table-reader.ts'
import type { TableRow } from './table-row.ts'

/** Which sheet of a workbook is wanted, and what its reader finds. */
export class SheetChoice {
  readonly wanted: string | undefined
  /** The sheet of the rows that were returned last. */
  sheet: string | null = null
  sheets: readonly TableSheet[] = []

  constructor(wanted?: string) {
    this.wanted = wanted
  }
}

/** Programs permit 31 characters. */
const NAME_CHARS_MAX = 255

export const sheetName = (name: string) => name.slice(0, NAME_CHARS_MAX)

export const isFilled = ({ cells }: TableRow) => cells.some((cell) => /\S/.test(cell))

export const countRows = (rows: readonly TableRow[]) =>
  rows.reduce((count, row) => (isFilled(row) ? count + 1 : count), 0)

/** As short as the shortest phone numbers. */
const NUMBER = /(?:\d\D{0,2}){7}/

const hasNumber = (cells: readonly string[]) => cells.some((cell) => NUMBER.test(cell))

/**
 * A sheet with one row is a cover or an empty form, unless that row may be a contact. It is read only if it is wanted or
 * if there is no other.
 */
export class TableDetector {
  #rows = 0
  isTable: boolean

  constructor(isWanted: boolean) {
    this.isTable = isWanted
  }

  add(row: TableRow) {
    if (this.isTable || !isFilled(row)) return
    this.isTable = ++this.#rows > 1 || hasNumber(row.cells)
  }
}

/** Other sheets are only counted, so neither their size nor their faults may delay or end the reading of a file. */
const COUNTING_MS_MAX = 15_000

export async function countAll(batches: AsyncIterable<number>, until: number): Promise<number | null> {
  try {
    let count = 0
    for await (const rows of batches) {
      count += rows
      if (performance.now() > until) return null
    }
    return count
  } catch (error) {
    if (error instanceof TableUnreadable) return null
    throw error
  }
}

export const countingDeadline = () => performance.now() + COUNTING_MS_MAX
