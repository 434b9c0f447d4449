import type { Row, RowPage } from '../api/shapes.ts'
import type { Context, Outcome } from '../context.ts'
import { EXIT } from '../failure.ts'
import { jobPath } from '../jobs.ts'
import { count } from '../text/printable.ts'
import { rowLines } from '../text/rows.ts'

const ROWS_DEFAULT = 50
const PAGE_SIZE_MAX = 100

/** Lists rows of an import in review with their cells and what becomes of them. */
export async function rowsCommand(context: Context, jobId: string): Promise<Outcome> {
  const { terminal, options } = context
  const limit = options.limit ?? ROWS_DEFAULT
  const rows: Row[] = []
  let total = 0
  let cursor: string | null = null
  do {
    const page: RowPage = await context.api.get(rowsPath(context, jobId, limit - rows.length, cursor))
    rows.push(...page.data)
    total = page.total
    cursor = page.nextCursor
  } while (cursor !== null && rows.length < limit)
  if (!options.json) terminal.print(rowLines(rows, terminal.paint))
  const last = rows.at(-1)
  if (cursor !== null && last) {
    const status = options.rowStatus ? ` --status ${options.rowStatus}` : ''
    const next = context.commandLine(`rows ${jobId}${status} --from-row ${last.rowIndex + 1}`)
    terminal.note(`  ${count(rows.length)} of ${count(total)} rows. More:  ${next}`)
  }
  return { exitCode: EXIT.done, data: { rows, total } }
}

function rowsPath({ options }: Context, jobId: string, wanted: number, cursor: string | null): string {
  const query = new URLSearchParams({ pageSize: String(Math.min(wanted, PAGE_SIZE_MAX)) })
  if (options.rowStatus !== undefined) query.set('status', options.rowStatus)
  if (options.fromRow !== undefined) query.set('fromRow', String(options.fromRow))
  if (cursor !== null) query.set('cursor', cursor)
  return jobPath(jobId, `rows?${query}`)
}
