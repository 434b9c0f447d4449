import type { Context, Outcome } from '../context.ts'
import { sendMapping } from '../map-columns.ts'
import { presetIdOf } from '../presets.ts'
import { continueImport } from '../review.ts'

/**
 * Maps the columns of an import, or those of another sheet or header row. Without any of these, shows the columns. Then
 * continues the import.
 */
export async function mapCommand(context: Context, jobId: string): Promise<Outcome> {
  const { columns, preset, sheet, headerRow } = context.options
  const presetId = preset === undefined ? undefined : await presetIdOf(context.api, preset)
  if (columns ?? presetId ?? sheet ?? headerRow !== undefined)
    await sendMapping(context, jobId, { columns, presetId, sheet, headerRow })
  return continueImport(context, { jobId, name: `import-${jobId}` })
}
