import { cleanCell } from './clean-cell.ts'
import { shownCell } from './uncalculated.ts'

/** What a person changes during the review. */
export type RowEdit =
  | { kind: 'cells'; rowIndex: number; cells: readonly (readonly [column: number, text: string])[] }
  | { kind: 'exclude' | 'include'; rowIndexes: ReadonlySet<number> }
  | ({ kind: 'replace' } & Replacement)
  | { kind: 'restore'; column: number; cells: ReplacedCells }

/** What a replacement changed in one column: the text before and after, by row. */
type ReplacedCells = ReadonlyMap<number, readonly [before: string, after: string]>

export interface Replacement {
  column: number
  /** Empty: the empty cells of the column. */
  find: string
  replace: string
  /** Only cells that are equal to `find` apart from white space around them, instead of all occurrences. */
  wholeCell: boolean
}

/** A row during the review. */
export interface ReviewedRow {
  cells: readonly string[]
  isExcluded: boolean
}

/** The row after the edit; the same object if the edit does not change it. */
export function editRow(rowIndex: number, row: ReviewedRow, edit: RowEdit): ReviewedRow {
  switch (edit.kind) {
    case 'cells':
      return edit.rowIndex === rowIndex ? withCells(row, edit.cells) : row
    case 'replace':
      return withCells(row, [[edit.column, replaceIn(row.cells[edit.column] ?? '', edit)]])
    case 'restore': {
      // A cell that was changed again since the replacement keeps its new text.
      const [before, after] = edit.cells.get(rowIndex) ?? []
      const cell = row.cells[edit.column] ?? ''
      return before !== undefined && cell === after ? withCells(row, [[edit.column, before]]) : row
    }
    default: {
      const isExcluded = edit.kind === 'exclude'
      return row.isExcluded !== isExcluded && edit.rowIndexes.has(rowIndex) ? { ...row, isExcluded } : row
    }
  }
}

function withCells(row: ReviewedRow, changes: readonly (readonly [column: number, text: string])[]): ReviewedRow {
  const changed = changes.filter(([column, text]) => (row.cells[column] ?? '') !== text)
  if (changed.length === 0) return row
  const cells = [...row.cells]
  for (const [column, text] of changed) {
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  return { ...row, cells: withoutEmptyEnd(cells) }
}

/** Like the rows of a file, a row ends with its last cell that is not empty. */
function withoutEmptyEnd(cells: string[]): string[] {
  let width = cells.length
  while (width > 0 && cells[width - 1] === '') width--
  return cells.slice(0, width)
}

/**
 * Looks for the text in the cell as it is shown. A replacement may join characters that belong together, so the cell is
 * cleaned again.
 */
function replaceIn(cell: string, { find, replace, wholeCell }: Replacement): string {
  const shown = shownCell(cell)
  if (find === '' || wholeCell) return shown.trim() === find.trim() ? replace : cell
  return shown.includes(find) ? cleanCell(shown.replaceAll(find, () => replace)) : cell
}

export const isSameRow = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((cell, i) => cell === b[i])
