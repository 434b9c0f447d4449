import { ROW_STATUSES, type Row } from './api/shapes.ts'
import { usage } from './failure.ts'

/** What the commands for rows of an import in review take. */
export interface RowOptions {
  rowStatus: Row['status'] | undefined
  fromRow: number | undefined
  limit: number | undefined
  row: number | undefined
  rows: readonly number[]
  cells: Readonly<Record<string, string>>
}

/** As many as one request can exclude or include. */
const ROWS_MAX = 10_000

export const rowOptionsOf = (
  text: (name: string) => string | undefined,
  texts: (name: string) => readonly string[],
): RowOptions => ({
  rowStatus: statusOf(text('status')),
  fromRow: rowOf('from-row', text('from-row')),
  limit: rowOf('limit', text('limit')),
  row: rowOf('row', text('row')),
  rows: rowsOf(texts('rows')),
  cells: Object.fromEntries(texts('set').map(cellOf)),
})

function statusOf(word: string | undefined): Row['status'] | undefined {
  const status = ROW_STATUSES.find((known) => known === word?.toLowerCase())
  if (word !== undefined && !status) throw usage(`Unknown status ${word}. Statuses: ${ROW_STATUSES.join(', ')}.`)
  return status
}

function rowOf(option: string, word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(word)) throw usage(`--${option} takes a number from 1 to 9999999.`)
  return Number(word)
}

/** `4,7-9` and repetitions; each row once. */
function rowsOf(texts: readonly string[]): readonly number[] {
  const rows = new Set<number>()
  for (const part of texts.flatMap((text) => text.split(',')).map((text) => text.trim())) {
    const [, first, last = first] = /^([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?$/.exec(part) ?? []
    if (first === undefined || Number(last) < Number(first))
      throw usage(`--rows cannot parse "${part}". Use row numbers and ranges, such as 4,7-9.`)
    if (Number(last) - Number(first) >= ROWS_MAX) throw tooMany()
    for (let row = Number(first); row <= Number(last); row++) rows.add(row)
  }
  if (rows.size > ROWS_MAX) throw tooMany()
  return [...rows]
}

const tooMany = () => usage(`--rows takes at most ${ROWS_MAX.toLocaleString('en')} rows at a time.`)

/** `City=Pune`. An equals sign or a backslash in the name of the column is escaped with a backslash. */
function cellOf(text: string): [string, string] {
  const [, column, value = ''] = /^((?:\\.|[^\\=])+)=(.*)$/s.exec(text) ?? []
  if (column === undefined) throw usage(`--set cannot parse "${text}". Use COLUMN=TEXT, such as City=Pune.`)
  return [column.replace(/\\(.)/gs, '$1'), value]
}
