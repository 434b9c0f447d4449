import { randomUUID } from 'node:crypto'
import type { Row } from '../api/shapes.ts'
import type { Command, Context, Outcome } from '../context.ts'
import { EXIT } from '../failure.ts'
import { jobPath } from '../jobs.ts'
import { count, counted } from '../text/printable.ts'
import { resultOf } from '../text/rows.ts'

/** Corrects cells of one row of an import in review. */
export async function repairCommand(context: Context, jobId: string): Promise<Outcome> {
  const { api, options } = context
  const row = await api.json<Row>({
    method: 'PATCH',
    path: jobPath(jobId, `rows/${options.row}`),
    json: { cells: options.cells },
  })
  return told(context, jobId, { row }, `Row ${count(row.rowIndex)} is ${row.status}: ${resultOf(row)}`)
}

const choiceOf =
  (kind: 'exclude' | 'include'): Command =>
  async (context, jobId) => {
    const rowIndexes = context.options.rows
    const { changedRows } = await change<{ changedRows: number }>(context, jobId, kind, { rowIndexes })
    return told(context, jobId, { changedRows }, `${counted(changedRows, 'row')} ${kind}d.`)
  }

export const excludeCommand = choiceOf('exclude')
export const includeCommand = choiceOf('include')

/** Replaces a text in all cells of one column. */
export async function replaceCommand(context: Context, jobId: string): Promise<Outcome> {
  const { column, find, replacement, wholeCell } = context.options
  const answer = await change<{ changedRows: number; replacementId: string | null }>(context, jobId, 'replace', {
    column,
    find,
    replace: replacement,
    ...(wholeCell && { wholeCell }),
  })
  if (answer.replacementId !== null)
    context.terminal.note(
      `  Undo:          ${context.commandLine(`undo-replace ${jobId} --replacement ${answer.replacementId}`)}`,
    )
  return told(context, jobId, { ...answer }, `${counted(answer.changedRows, 'row')} changed.`)
}

/** Takes back a replacement, except for cells that were changed again since. */
export async function undoReplaceCommand(context: Context, jobId: string): Promise<Outcome> {
  const replacement = encodeURIComponent(context.options.replacementId ?? '')
  const answer = await change<{ changedRows: number }>(context, jobId, `replace/${replacement}/undo`, {})
  return told(context, jobId, { ...answer }, `${counted(answer.changedRows, 'row')} changed back.`)
}

const change = <Answer>({ api }: Context, jobId: string, kind: string, json: object) =>
  api.json<Answer>({ method: 'POST', path: jobPath(jobId, `rows/${kind}`), json, idempotencyKey: randomUUID() })

function told(
  { terminal, options, commandLine }: Context,
  jobId: string,
  data: Outcome['data'],
  text: string,
): Outcome {
  if (!options.json) terminal.print(text)
  terminal.note(`  Review again:  ${commandLine(`map ${jobId}`)}`)
  return { exitCode: EXIT.done, data }
}
