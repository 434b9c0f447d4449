import { IMPORT_HEADER_CHARS_MAX } from '../../domain/limits.ts'
import { columnLetters } from './cell-position.ts'
import { cutAt } from './cut-at.ts'

/**
 * Unique names for the first `width` columns: the trimmed header cell, or else the column letters of a spreadsheet. A
 * header that is too long is shortened, because survey tools write whole questions. A larger width only adds names, so
 * columns that appear late in a file do not rename earlier ones.
 */
export function nameColumns(header: readonly string[], width: number): string[] {
  const names = new Set<string>()
  for (let column = 0; column < width; column++) {
    const name = shortened(header[column]?.trim() || `Column ${columnLetters(column)}`, '')
    names.add(names.has(name) ? numbered(name, names) : name)
  }
  return [...names]
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const candidate = shortened(name, ` (${number})`)
    if (!taken.has(candidate)) return candidate
  }
}

function shortened(name: string, end: string): string {
  const max = IMPORT_HEADER_CHARS_MAX - end.length
  return name.length > max ? `${cutAt(name, max - 1)}…${end}` : name + end
}
