import { Refusal } from '../api/refusal.ts'
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

/** An import that is cancelled already stays so, as when the first answer was lost on its way. */
async function cancel({ api }: Context, jobId: string): Promise<string> {
  try {
    return (await api.json<{ message: string }>({ method: 'POST', path: jobPath(jobId, 'cancel') })).message
  } catch (error) {
    if (error instanceof Refusal && error.problem.currentStatus === 'CANCELLED')
      return 'The import was cancelled before.'
    throw error
  }
}
