import type { MappingInput } from '../use-process-again.ts'
import { type ColumnChoice, mappingOf } from './column-choices.ts'
import type { ImportOptions } from './import-options.tsx'

/** What is sent. The country is always named: without one the server would keep that of the upload. */
export const mappingRequest = (
  choices: readonly ColumnChoice[],
  { mergeStrategy, labels, defaultCountry }: ImportOptions,
): MappingInput => ({
  columns: mappingOf(choices),
  mergeStrategy,
  labels,
  defaultCountry: defaultCountry || null,
  ...(mergeStrategy === 'FULL_REPLACE' && { confirmFullReplace: true }),
})
