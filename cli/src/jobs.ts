import { setTimeout as sleep } from 'node:timers/promises'
import type { Status } from './api/shapes.ts'
import type { Context } from './context.ts'
import { EXIT, type ExitCode } from './failure.ts'
import { statusProgress } from './text/progress.ts'

/** Encodes the job id, so that it stays a single path segment. */
export const jobPath = (jobId: string, rest: string) => `/contacts/import/${encodeURIComponent(jobId)}/${rest}`

export const statusOf = ({ api }: Pick<Context, 'api'>, jobId: string) => api.get<Status>(jobPath(jobId, 'status'))

const FIRST_PAUSE_MS = 200
const PAUSE_MS_MAX = 2_000
const GROWTH = 1.4

/** Polls with increasing intervals until the condition holds, and shows the progress. */
export async function watch(context: Context, jobId: string, isReached: (status: Status) => boolean): Promise<Status> {
  const { terminal, commandLine } = context
  context.onInterrupt(
    `The import continues in the background.\n` +
      `  Show status:  ${commandLine(`status ${jobId} --wait`)}\n` +
      `  Cancel it:    ${commandLine(`cancel ${jobId}`)}`,
  )
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, PAUSE_MS_MAX)) {
    const status = await statusOf(context, jobId)
    if (isReached(status)) {
      terminal.clearProgress()
      return status
    }
    terminal.show(statusProgress(status))
    await sleep(pauseMs)
  }
}

/** Whether the import has ended or needs input. */
export const isSettled = ({ terminal, needsAction }: Status) => terminal || needsAction

const SUCCESSFUL = new Set(['COMPLETED', 'PARTIAL_SUCCESS'])

/** An import in progress counts as successful. */
export function exitCodeOf({ status, terminal, needsAction }: Status): ExitCode {
  if (needsAction) return EXIT.needsAction
  return !terminal || SUCCESSFUL.has(status) ? EXIT.done : EXIT.failed
}
