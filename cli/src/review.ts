import { randomUUID } from 'node:crypto'
import type { Preview, Status } from './api/shapes.ts'
import type { Context, Outcome } from './context.ts'
import { EXIT } from './failure.ts'
import { exitCodeOf, isSettled, jobPath, watch } from './jobs.ts'
import { answerMapping } from './map-columns.ts'
import { reasonsIn } from './reasons.ts'
import { type SavedReports, saveReports } from './reports.ts'
import { previewSummary, resultSummary } from './text/summary.ts'

interface Job {
  jobId: string
  /** The base name of its reports. */
  name: string
}

/** Continues an import until it ends or needs input that cannot be given here. */
export async function continueImport(context: Context, job: Job): Promise<Outcome> {
  const status = await watch(context, job.jobId, isSettled)
  if (status.status === 'AWAITING_MAPPING') {
    const answer = await answerMapping(context, status)
    return answer === 'answered' ? continueImport(context, job) : answer
  }
  return status.status === 'PENDING_REVIEW' ? review(context, job, status) : conclude(context, status)
}

const SAMPLE_ITEMS = 5

async function review(context: Context, { jobId, name }: Job, status: Status): Promise<Outcome> {
  const { api, terminal, options } = context
  const preview = await api.get<Preview>(jobPath(jobId, `preview?pageSize=${SAMPLE_ITEMS}`))
  if (!options.json && !(options.quiet && options.confirm)) await printPreview(context, jobId, preview)
  const counts = { errors: preview.totalErrors, warnings: preview.totalWarnings }
  const reports =
    options.reports === undefined ? {} : await saveReports(context, jobId, { dir: options.reports, name, counts })
  if (await isConfirmed(context)) return finish(context, jobId, { preview, reports })
  if (!options.json) terminal.print('Nothing has been imported yet. The import is awaiting review.')
  printChoices(context, jobId, counts, reports)
  return { exitCode: exitCodeOf(status), data: { status, preview, reports } }
}

async function printPreview({ api, terminal }: Context, jobId: string, preview: Preview) {
  const none = Promise.resolve([])
  const [failed, warned] = await Promise.all([
    preview.totalErrors > 0 ? reasonsIn(api, jobPath(jobId, 'reports/errors?format=simple')) : none,
    preview.totalWarnings > 0 ? reasonsIn(api, jobPath(jobId, 'reports/warnings')) : none,
  ])
  terminal.print(previewSummary(preview, { failed, warned }, terminal.paint))
}

async function isConfirmed({ terminal, options }: Context): Promise<boolean> {
  if (options.confirm || !terminal.isInteractive) return options.confirm
  return /^y(es)?$/i.test(await terminal.ask('Import these contacts? [y/N] '))
}

function printChoices(
  { terminal, commandLine }: Context,
  jobId: string,
  counts: { errors: number; warnings: number },
  saved: SavedReports,
) {
  const hasUnsaved = counts.errors + counts.warnings > 0 && Object.keys(saved).length === 0
  terminal.note(
    [
      `  Confirm:       ${commandLine(`confirm ${jobId}`)}`,
      `  Cancel:        ${commandLine(`cancel ${jobId}`)}`,
      ...(hasUnsaved ? [`  Save reports:  ${commandLine(`reports ${jobId}`)}`] : []),
    ].join('\n'),
  )
}

/** Confirms the import and waits until it ends. */
export async function finish(context: Context, jobId: string, data: Outcome['data'] = {}): Promise<Outcome> {
  await context.api.json({ method: 'POST', path: jobPath(jobId, 'confirm'), idempotencyKey: randomUUID() })
  const outcome = await conclude(context, await watch(context, jobId, ({ terminal }) => terminal))
  return { ...outcome, data: { ...outcome.data, ...data } }
}

async function conclude({ terminal, options, commandLine }: Context, status: Status): Promise<Outcome> {
  if (!options.json) terminal.print(resultSummary(status, terminal.paint))
  const exitCode = exitCodeOf(status)
  const { created = 0, updated = 0, merged = 0 } = status.result ?? {}
  const canBeUndone = exitCode === EXIT.done && !status.undo && created + updated + merged > 0
  if (canBeUndone) terminal.note(`  Undo:  ${commandLine(`undo ${status.jobId}`)}`)
  return { exitCode, data: { status } }
}
