import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csvLine } from '../../domain/contacts/csv-safety.ts'
import { type Page, pageAfter } from './pagination.ts'

const BATCH_ROWS = 2_000

type Cell = string | number | boolean | null | undefined

export interface CsvList<Row> {
  fileName: string
  /** The names of the columns with their values. */
  columns: Readonly<Record<string, (row: Row) => Cell>>
  /** The key that the list is ordered by, as for cursors. */
  keyOf: (row: Row) => string
  read: (page: Page) => Promise<readonly Row[]>
}

/** Streams a whole list, one batch in memory at a time. The first batch is read before the answer begins. */
export async function sendCsv<Row>(reply: FastifyReply, list: CsvList<Row>) {
  const first = await list.read(pageAfter(undefined, BATCH_ROWS))
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${list.fileName}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(linesOf(list, first)))
}

async function* linesOf<Row>({ columns, keyOf, read }: CsvList<Row>, first: readonly Row[]) {
  yield csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  for (let rows = first; rows.length > 0; ) {
    yield rows.map((row) => csvLine(cells.map((cell) => String(cell(row) ?? '')))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH_ROWS) return
    rows = await read(pageAfter(keyOf(last), BATCH_ROWS))
  }
}
