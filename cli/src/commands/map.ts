import type { Context, Outcome } from '../context.ts'
import { sendMapping } from '../map-columns.ts'
import { continueImport } from '../review.ts'

/** Maps the columns of an import, or shows them without --map. Then continues the import. */
export async function mapCommand(context: Context, jobId: string): Promise<Outcome> {
  const { columns } = context.options
  if (columns) await sendMapping(context, jobId, columns)
  return continueImport(context, { jobId, name: `import-${jobId}` })
}
