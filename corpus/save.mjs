import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const FILES = fileURLToPath(new URL('../server/tests/fixtures/corpus/', import.meta.url))

/**
 * Writes a file and, beside it, what the product must read in it. The truth is written by hand, never by reading the
 * file: `rows` are `[row number, cell, …]` without empty cells at the end, `headerRow` is 0 if there is no header.
 * A file that is not read has instead one of `upload` (a part of the answer 415), `threat` (the name of the scanner's
 * finding) and `unreadable` (a part of the failure reason).
 */
export function save(name, content, truth) {
  const path = join(FILES, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  writeFileSync(`${path}.json`, `${formatted(truth)}\n`)
}

/** One line for each row, so that a change of a row is one line of a diff. */
function formatted(truth) {
  const lines = Object.entries(truth).map(([key, value]) => `  ${JSON.stringify(key)}: ${formattedValue(value)}`)
  return `{\n${lines.join(',\n')}\n}`
}

const formattedValue = (value) =>
  Array.isArray(value) && typeof value[0] === 'object'
    ? `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`
    : JSON.stringify(value)

/** A table whose header is its first row and whose rows follow without gaps. */
export const table = (about, [columns, ...rows]) => ({
  about,
  headerRow: 1,
  columns,
  rows: rows.map((cells, i) => [i + 2, ...withoutTail(cells)]),
})

export function withoutTail(cells) {
  let width = cells.length
  while (width > 0 && cells[width - 1] === '') width--
  return cells.slice(0, width)
}
