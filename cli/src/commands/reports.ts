import type { Context, Outcome } from '../context.ts'
import { EXIT } from '../failure.ts'
import { statusOf } from '../jobs.ts'
import { saveReports } from '../reports.ts'

/** Saves the failed rows and the warnings of an import to the current directory or to --dir. */
export async function reportsCommand(context: Context, jobId: string): Promise<Outcome> {
  const { terminal, options } = context
  const { stats } = await statusOf(context, jobId)
  const counts = { errors: stats.errors, warnings: stats.warningRows }
  const reports = await saveReports(context, jobId, { dir: options.reports ?? '.', name: `import-${jobId}`, counts })
  if (!options.json && Object.keys(reports).length === 0) terminal.print('There are no failed rows and no warnings.')
  return { exitCode: EXIT.done, data: { jobId, reports } }
}
