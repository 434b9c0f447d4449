import { randomUUID } from 'node:crypto'
import type { Context, Outcome } from '../context.ts'
import { EXIT } from '../failure.ts'
import { jobPath, watch } from '../jobs.ts'
import { undoSummary } from '../text/summary.ts'

/** Undoes the changes of an import, except for contacts edited since. */
export async function undoCommand(context: Context, jobId: string): Promise<Outcome> {
  const { api, terminal, options } = context
  await api.json({ method: 'POST', path: jobPath(jobId, 'undo'), idempotencyKey: randomUUID() })
  const status = await watch(context, jobId, ({ undo }) => undo?.state === 'DONE')
  if (!options.json && status.undo) terminal.print(undoSummary(status.undo))
  return { exitCode: EXIT.done, data: { status } }
}
