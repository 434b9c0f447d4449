import type { Status } from '../api/shapes.ts'
import type { Context, Outcome } from '../context.ts'
import { exitCodeOf, isSettled, statusOf, watch } from '../jobs.ts'
import { count, counted } from '../text/printable.ts'
import { lineageLines, resultSummary } from '../text/summary.ts'

/** Shows the status of an import; with --wait, once it has ended or needs input. */
export async function statusCommand(context: Context, jobId: string): Promise<Outcome> {
  const { terminal, options } = context
  const status = options.wait ? await watch(context, jobId, isSettled) : await statusOf(context, jobId)
  if (!options.json) terminal.print(statusText(context, status))
  return { exitCode: exitCodeOf(status), data: { status } }
}

function statusText({ terminal, commandLine }: Context, status: Status): string {
  const { jobId, stats } = status
  const rows = `${counted(stats.totalRows, 'row')}: ${counted(stats.valid, 'contact')}, ${count(stats.errors)} failed`
  const lines = [
    `${terminal.paint.strong(status.status)}  ${status.progress}%${stats.totalRows > 0 ? `  ${rows}` : ''}`,
    ...(status.terminal ? [resultSummary(status, terminal.paint)] : lineageLines(status)),
    ...(status.status === 'AWAITING_MAPPING' ? [`  Map the columns:  ${commandLine(`map ${jobId}`)}`] : []),
    ...(status.status === 'PENDING_REVIEW' ? [`  Review it:  ${commandLine(`map ${jobId}`)}`] : []),
  ]
  return lines.join('\n')
}
