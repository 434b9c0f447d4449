import type { Context, Outcome } from '../context.ts'
import { sendMapping } from '../map-columns.ts'
import { carryOn } from '../review.ts'

/** Says what the columns of a waiting file are; without --map shows them. Then the import goes on. */
export async function mapCommand(context: Context, jobId: string): Promise<Outcome> {
  const { columns } = context.options
  if (columns) await sendMapping(context, jobId, columns)
  return carryOn(context, { jobId, name: `import-${jobId}` })
}
