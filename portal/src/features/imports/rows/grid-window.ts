/** Sizes in pixels. Rows and columns of one size make the visible part of any number of rows a division. */
export const ROW_HEIGHT = 36
export const HEADER_HEIGHT = 40
export const COLUMN_WIDTH = 180
export const NUMBER_WIDTH = 84
export const OUTCOME_WIDTH = 240
export const ACTION_WIDTH = 96
export const FIXED_WIDTH = NUMBER_WIDTH + OUTCOME_WIDTH + ACTION_WIDTH

/** Grid columns before those of the file. */
export const OUTCOME = 0
export const ACTION = 1
export const FIRST_CELL = 2

const OVERSCAN = 4

export interface Viewport {
  top: number
  left: number
  width: number
  height: number
}

interface Range {
  from: number
  /** Exclusive. */
  to: number
}

/** The rows and file columns to draw, with a few more on each side so that fast scrolling shows no gaps. */
export function visiblePart({ top, left, width, height }: Viewport, rowCount: number, columnCount: number) {
  const rows = rangeOf(top, height, ROW_HEIGHT, rowCount)
  const columns = rangeOf(left - FIXED_WIDTH, width, COLUMN_WIDTH, columnCount)
  return { rows, columns }
}

const rangeOf = (start: number, length: number, size: number, count: number): Range => ({
  from: Math.min(count, Math.max(0, Math.floor(start / size) - OVERSCAN)),
  to: Math.max(0, Math.min(count, Math.ceil((start + length) / size) + OVERSCAN)),
})

export interface CellPosition {
  row: number
  /** `OUTCOME`, `ACTION`, or a column of the file plus `FIRST_CELL`. */
  column: number
}

/** A cell that is being edited, with the text typed so far. */
export interface Editing extends CellPosition {
  text: string
}

interface Size {
  rowCount: number
  columnCount: number
  pageRows: number
}

/** The cell that a key leads to; undefined for keys that do not move. */
export function moveBy(
  { key, isControl }: { key: string; isControl: boolean },
  { row, column }: CellPosition,
  { rowCount, columnCount, pageRows }: Size,
): CellPosition | undefined {
  const lastColumn = columnCount + FIRST_CELL - 1
  const to: Record<string, CellPosition> = {
    ArrowUp: { row: isControl ? 0 : row - 1, column },
    ArrowDown: { row: isControl ? rowCount - 1 : row + 1, column },
    ArrowLeft: { row, column: isControl ? FIRST_CELL : column - 1 },
    ArrowRight: { row, column: isControl ? lastColumn : column + 1 },
    PageUp: { row: row - pageRows, column },
    PageDown: { row: row + pageRows, column },
    Home: isControl ? { row: 0, column: OUTCOME } : { row, column: OUTCOME },
    End: isControl ? { row: rowCount - 1, column: lastColumn } : { row, column: lastColumn },
  }
  const next = to[key]
  if (!next) return undefined
  return { row: clamp(next.row, rowCount - 1), column: clamp(next.column, lastColumn) }
}

const clamp = (n: number, max: number) => Math.max(0, Math.min(max, n))

/** How far to scroll so that a cell is visible, beside the columns that stay in place. */
export function scrollFor(view: Viewport, { row, column }: CellPosition, stickyWidth: number) {
  const y = row * ROW_HEIGHT
  const x = column < FIRST_CELL ? 0 : FIXED_WIDTH + (column - FIRST_CELL) * COLUMN_WIDTH
  const isLeftVisible = column < FIRST_CELL && stickyWidth === FIXED_WIDTH
  return {
    top: into(y, ROW_HEIGHT, view.top, view.height - HEADER_HEIGHT),
    left: isLeftVisible ? view.left : into(x - stickyWidth, COLUMN_WIDTH, view.left, view.width - stickyWidth),
  }
}

const into = (start: number, size: number, from: number, length: number) =>
  start < from ? Math.max(0, start) : start + size > from + length ? start + size - length : from
