import { setTimeout as sleep } from 'node:timers/promises'
import type { Status } from './api/shapes.ts'
import type { Context } from './context.ts'
import { EXIT, type ExitCode } from './failure.ts'
import { statusProgress } from './text/progress.ts'

/** Whatever was typed stays one segment of the path. */
export const jobPath = (jobId: string, rest: string) => `/contacts/import/${encodeURIComponent(jobId)}/${rest}`

export const statusOf = ({ api }: Pick<Context, 'api'>, jobId: string) => api.get<Status>(jobPath(jobId, 'status'))

const FIRST_PAUSE_MS = 200
const PAUSE_MS_MAX = 2_000
const GROWTH = 1.4

/** Asks again and again, ever more slowly, until the import is where it was to come; shows how far it is. */
export async function watch(context: Context, jobId: string, isThere: (status: Status) => boolean): Promise<Status> {
  const { terminal, commandLine } = context
  context.onInterrupt(
    `The import goes on without this window.\n` +
      `  Look at it again:  ${commandLine(`status ${jobId} --wait`)}\n` +
      `  Stop it:           ${commandLine(`cancel ${jobId}`)}`,
  )
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, PAUSE_MS_MAX)) {
    const status = await statusOf(context, jobId)
    if (isThere(status)) {
      terminal.clearProgress()
      return status
    }
    terminal.show(statusProgress(status))
    await sleep(pauseMs)
  }
}

/** The import has come as far as it comes by itself. */
export const standsStill = ({ terminal, needsAction }: Status) => terminal || needsAction

const SUCCESSFUL = new Set(['COMPLETED', 'PARTIAL_SUCCESS'])

/** An import that is still under way has not failed. */
export function exitCodeOf({ status, terminal, needsAction }: Status): ExitCode {
  if (needsAction) return EXIT.needsAction
  return !terminal || SUCCESSFUL.has(status) ? EXIT.done : EXIT.failed
}
