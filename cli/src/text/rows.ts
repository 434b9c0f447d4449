import type { PreviewItem, Row, WhatIf } from '../api/shapes.ts'
import type { Paint } from './paint.ts'
import { count, printable, shortened } from './printable.ts'

const ROW_CHARS = 11
const STATUS_CHARS = 8
const RESULT_CHARS = 34
const TEXT_CHARS_MAX = 60

/** One line per row. The cells come last, because their width varies most. */
export function rowLines(rows: readonly Row[], paint: Paint): string {
  if (rows.length === 0) return 'No rows.'
  const line = (row: string, status: string, result: string, cells: string) =>
    `${row.padStart(ROW_CHARS)}  ${status.padEnd(STATUS_CHARS)}  ${result.padEnd(RESULT_CHARS)}  ${cells}`.trimEnd()
  return [
    paint.faint(line('Row', 'Status', 'Result', 'Cells')),
    ...rows.map((row) => line(count(row.rowIndex), row.status, resultOf(row), cellsOf(row))),
  ].join('\n')
}

const ACTIONS: Readonly<Record<PreviewItem['_action'], string>> = {
  CREATE: 'new',
  UPDATE: 'updated',
  MERGE: 'new labels',
  SKIP: 'unchanged',
}

export function resultOf({ reason, warnings, contacts }: Row): string {
  const made = contacts.map(({ e164, action }) => `${e164} ${ACTIONS[action] ?? ''}`.trimEnd())
  return shortened(printable(reason ?? [...warnings, ...made].join('; ')), RESULT_CHARS)
}

const cellsOf = ({ cells }: Row) =>
  shortened(
    printable(
      Object.entries(cells)
        .filter(([, text]) => text !== '')
        .map(([column, text]) => `${column}: ${text}`)
        .join(', '),
    ),
    TEXT_CHARS_MAX,
  )

const FIGURE_CHARS = 12

export function whatIfLines(results: readonly WhatIf[], paint: Paint): string {
  const line = (country: string, ...figures: string[]) =>
    `  ${country.padEnd(8)}${figures.map((figure) => figure.padStart(FIGURE_CHARS)).join('')}`
  const sampled = results.find(({ sampledRows }) => sampledRows !== undefined)?.sampledRows
  return [
    paint.faint(line('Country', 'Valid', 'Ambiguous', 'Failed', 'Changed')),
    ...results.map(({ country, valid, ambiguous, failed, changed }) =>
      line(printable(country), ...[valid, ambiguous, failed, changed].map(count)),
    ),
    ...(sampled === undefined ? [] : [`  Estimates from ${count(sampled)} rows. --exact reads all of them.`]),
  ].join('\n')
}
