import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { deleteMappingDraft } from './mapping/mapping-draft.ts'
import { type ImportDetail, type ImportStatus, importPath, importQuery, type Mapping, statusKey } from './queries.ts'

export interface MappingInput {
  columns?: NonNullable<Mapping['confirmed']>
  /** Another sheet or header row makes the server read the file again. */
  sheet?: string
  headerRow?: number
  /** false: the columns that are found there wait for the user. */
  autoMap?: boolean
  mergeStrategy?: ImportDetail['mergeStrategy']
  labels?: string[]
  /** null: detected from the numbers. */
  defaultCountry?: string | null
  confirmFullReplace?: boolean
}

/** Sends a mapping. The import is then processed from the beginning, so everything known about its rows is dropped. */
export function useProcessAgain(jobId: string, onSuccess?: () => void) {
  const queryClient = useQueryClient()
  return useApiMutation((input: MappingInput, key) => api.post(importPath(jobId, '/mapping'), input, key), {
    invalidates: [statusKey(jobId), importQuery(jobId).queryKey],
    onSuccess: () => {
      deleteMappingDraft(jobId)
      // Shows the progress at once, instead of rows that are no longer those of the import.
      queryClient.setQueryData<ImportStatus>(statusKey(jobId), (now) => now && { ...now, status: 'MAPPING_CONFIRMED' })
      for (const part of ['mapping', 'preview', 'rows', 'what-if'])
        queryClient.removeQueries({ queryKey: ['imports', jobId, part] })
      onSuccess?.()
    },
  })
}
