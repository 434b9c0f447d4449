import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Action, Strategy } from '../display-names.ts'
import { importPath, type Preview } from '../queries.ts'

const ROWS = 50

export type Kind = '' | 'valid' | 'warning'

/** Loads the preview one page at a time. */
export function usePreview(jobId: string, strategy: Strategy) {
  const [filter, setFilter] = useState<{ kind: Kind; action: Action | ''; page: number }>({
    kind: '',
    action: '',
    page: 1,
  })
  const { kind, action, page } = filter
  const query = useQuery({
    queryKey: ['imports', jobId, 'preview', strategy, filter],
    queryFn: ({ signal }) =>
      api.get<Preview>(
        importPath(jobId, '/preview'),
        { page, pageSize: ROWS, kind: kind || undefined, action: action || undefined },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.validSample
  const total = query.data && totalOf(query.data, kind, action)
  const goTo = (to: number) => setFilter({ ...filter, page: to })
  const from = (page - 1) * ROWS + 1
  const isFull = rows?.length === ROWS && page < (query.data?.totalPages ?? 0)
  return {
    preview: query.data,
    /** The preview shown may not be that of the import as it is now. */
    isUpdating: query.isFetching,
    filter,
    choose: (change: { kind?: Kind; action?: Action | '' }) => setFilter({ ...filter, ...change, page: 1 }),
    list: {
      rows,
      total,
      from,
      to: from - 1 + (rows?.length ?? 0),
      isPending: query.isPending,
      isPageLoading: query.isPlaceholderData,
      error: query.error,
      retry: () => void query.refetch(),
      pages: total === undefined ? undefined : { page, count: Math.ceil(total / ROWS), goTo },
      next: isFull ? () => goTo(page + 1) : undefined,
      previous: page > 1 ? () => goTo(page - 1) : undefined,
    },
  }
}

/** The total for the current filter; undefined where the response does not contain it. */
function totalOf(preview: Preview, kind: Kind, action: Action | ''): number | undefined {
  if (action === 'CREATE' && kind === '') return preview.conflictSummary.totalNewContacts
  if (action) return undefined
  if (kind === 'warning') return preview.totalWarnings
  return preview.totalValid - (kind === 'valid' ? preview.totalWarnings : 0)
}
