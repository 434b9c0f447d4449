import { IMPORT_HEADER_CHARS_MAX } from '../../domain/limits.ts'
import { columnLetters } from './cell-position.ts'
import { headerTooLong } from './errors.ts'

/**
 * Unique names for the first `width` columns: the trimmed header cell, or else the column letters of a spreadsheet. A
 * larger width only adds names, so columns that appear late in a file do not rename earlier ones.
 */
export function nameColumns(header: readonly string[], width: number): string[] {
  const names = new Set<string>()
  for (let column = 0; column < width; column++) {
    const name = header[column]?.trim() || `Column ${columnLetters(column)}`
    names.add(names.has(name) ? numbered(name, names) : name)
  }
  return [...names]
}

const isTooLong = (name: string) => name.trim().length > IMPORT_HEADER_CHARS_MAX

/** Whether all cells can be names of columns. */
export const isShortEnough = (header: readonly string[]) => !header.some(isTooLong)

export function checkHeader(header: readonly string[], rowIndex: number) {
  const column = header.findIndex(isTooLong)
  if (column !== -1) throw headerTooLong(rowIndex, column)
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${name} (${number})`)) number++
  return `${name} (${number})`
}
