import { randomUUID } from 'node:crypto'
import { ApiError } from './api/api-error.ts'
import type { Mapping, Preview, Status } from './api/shapes.ts'
import type { Context, Outcome } from './context.ts'
import { EXIT } from './failure.ts'
import { exitCodeOf, isSettled, jobPath, watch } from './jobs.ts'
import { answerMapping } from './map-columns.ts'
import { reasonsIn } from './reasons.ts'
import { type SavedReports, saveReports } from './reports.ts'
import { counted } from './text/printable.ts'
import { previewSummary, resultSummary, unreadSheets } from './text/summary.ts'

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

async function review(context: Context, job: Job, status: Status): Promise<Outcome> {
  const { jobId, name } = job
  const { api, terminal, options } = context
  const preview = await api.get<Preview>(jobPath(jobId, `preview?pageSize=${SAMPLE_ITEMS}`))
  if (!options.json && !(options.quiet && options.confirm)) await printPreview(context, jobId, preview)
  const counts = { errors: preview.totalErrors, warnings: preview.totalWarnings }
  const reports =
    options.reports === undefined ? {} : await saveReports(context, jobId, { dir: options.reports, name, counts })
  if (options.confirm) return finish(context, jobId, { preview, reports })
  if (await isConfirmed(context)) {
    const outcome = await finishPlan(context, jobId, preview.planHash, { preview, reports })
    return outcome ?? review(context, job, status)
  }
  if (!options.json) terminal.print('Nothing has been imported yet. The import is awaiting review.')
  printChoices(context, preview.planHash ? `${jobId} --plan ${preview.planHash}` : jobId, jobId, counts, reports)
  return { exitCode: exitCodeOf(status), data: { status, preview, reports } }
}

async function printPreview({ api, terminal, commandLine }: Context, jobId: string, preview: Preview) {
  const none = Promise.resolve([])
  const [failed, warned] = await Promise.all([
    preview.totalErrors > 0 ? reasonsIn(api, jobPath(jobId, 'reports/errors?format=simple')) : none,
    preview.totalWarnings > 0 ? reasonsIn(api, jobPath(jobId, 'reports/warnings')) : none,
  ])
  terminal.print(previewSummary(preview, { failed, warned }, terminal.paint))
  const unread = unreadSheets(await api.get<Mapping>(jobPath(jobId, 'mapping')))
  if (unread)
    terminal.print(`${terminal.paint.warn(unread)}\n  Read another:  ${commandLine(`map ${jobId} --sheet NAME`)}\n`)
}

async function isConfirmed({ terminal }: Context): Promise<boolean> {
  if (!terminal.isInteractive) return false
  return /^y(es)?$/i.test(await terminal.ask('Import these contacts? [y/N] '))
}

function printChoices(
  { terminal, commandLine }: Context,
  plan: string,
  jobId: string,
  counts: { errors: number; warnings: number },
  saved: SavedReports,
) {
  const hasUnsaved = counts.errors + counts.warnings > 0 && Object.keys(saved).length === 0
  terminal.note(
    [
      `  Confirm:       ${commandLine(`confirm ${plan}`)}`,
      ...(counts.errors > 0 ? [`  Failed rows:   ${commandLine(`rows ${jobId} --status failed`)}`] : []),
      `  Cancel:        ${commandLine(`cancel ${jobId}`)}`,
      ...(hasUnsaved ? [`  Save reports:  ${commandLine(`reports ${jobId}`)}`] : []),
    ].join('\n'),
  )
}

/** Confirms what the person has seen. Undefined if contacts have changed since: then they see the preview again. */
async function finishPlan(context: Context, jobId: string, planHash: string | undefined, data: Outcome['data']) {
  try {
    return await finish(context, jobId, data, planHash)
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'PLAN_CHANGED') throw error
    const { changedContacts = 0 } = error.problem
    context.terminal.warn(`Nothing was imported: the result for ${counted(changedContacts, 'contact')} has changed.`)
    return undefined
  }
}

/** Confirms the import and waits until it ends. */
export async function finish(
  context: Context,
  jobId: string,
  data: Outcome['data'] = {},
  planHash?: string,
): Promise<Outcome> {
  const request = { method: 'POST', path: jobPath(jobId, 'confirm'), idempotencyKey: randomUUID() } as const
  await context.api.json(planHash === undefined ? request : { ...request, json: { planHash } })
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
