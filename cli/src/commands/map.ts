import type { Context, Outcome } from '../context.ts'
import { sendMapping } from '../map-columns.ts'
import { presetIdOf } from '../presets.ts'
import { continueImport } from '../review.ts'

/** Maps the columns of an import, or shows them without --map and --preset. Then continues the import. */
export async function mapCommand(context: Context, jobId: string): Promise<Outcome> {
  const { columns } = context.options
  const presetId = await presetIdOf(context)
  if (columns || presetId !== undefined) await sendMapping(context, jobId, columns ? { columns } : { presetId })
  return continueImport(context, { jobId, name: `import-${jobId}` })
}
