import { ApiError } from '../api/api-error.ts'
import type { Context, Outcome } from '../context.ts'
import { EXIT } from '../failure.ts'
import { jobPath, statusOf } from '../jobs.ts'
import { printable } from '../text/printable.ts'

export async function cancelCommand(context: Context, jobId: string): Promise<Outcome> {
  const { terminal, options } = context
  const message = await cancel(context, jobId)
  if (!options.json) terminal.print(printable(message))
  return { exitCode: EXIT.done, data: { status: await statusOf(context, jobId) } }
}

/** An import that is already cancelled is a success, because the first response may have been lost. */
async function cancel({ api }: Context, jobId: string): Promise<string> {
  try {
    return (await api.json<{ message: string }>({ method: 'POST', path: jobPath(jobId, 'cancel') })).message
  } catch (error) {
    if (error instanceof ApiError && error.problem.currentStatus === 'CANCELLED')
      return 'The import was already cancelled.'
    throw error
  }
}
