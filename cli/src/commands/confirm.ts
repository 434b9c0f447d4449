import { ApiError } from '../api/api-error.ts'
import type { Context, Outcome } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import { finish } from '../review.ts'
import { counted } from '../text/printable.ts'

/** Confirms an import and waits until it ends. With --plan only if the result would still be what was shown. */
export async function confirmCommand(context: Context, jobId: string): Promise<Outcome> {
  try {
    return await finish(context, jobId, {}, context.options.plan)
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'PLAN_CHANGED') throw error
    const { changedContacts = 0 } = error.problem
    const changed = `Nothing was imported: the result for ${counted(changedContacts, 'contact')} has changed.`
    throw new Failure(
      EXIT.needsAction,
      `${changed}\n  Review it again:  ${context.commandLine(`map ${jobId}`)}`,
      error.data,
    )
  }
}
