import { IMPORT_HEADER_CHARS_MAX } from '../../domain/limits.ts'
import { columnLetters } from './cell-position.ts'
import { headerTooLong } from './refusals.ts'

/**
 * Names for the first `width` columns, each used once: what the header row says, trimmed, or else the letters that a
 * spreadsheet shows. A larger width only adds names, so columns that appear late in a file change none before them.
 */
export function nameColumns(header: readonly string[], width: number): string[] {
  const names = new Set<string>()
  for (let column = 0; column < width; column++) {
    const name = header[column]?.trim() || `Column ${columnLetters(column)}`
    names.add(names.has(name) ? numbered(name, names) : name)
  }
  return [...names]
}

export function checkHeader(header: readonly string[], rowIndex: number) {
  const column = header.findIndex((name) => name.trim().length > IMPORT_HEADER_CHARS_MAX)
  if (column !== -1) throw headerTooLong(rowIndex, column)
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${name} (${number})`)) number++
  return `${name} (${number})`
}
