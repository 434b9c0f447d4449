import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../api/api.ts'
import type { Page } from '../../../api/types.ts'
import type { Strategy } from '../display-names.ts'
import { type ImportRow, importPath } from '../queries.ts'
import type { RowFilter } from './row-outcome.ts'

const PAGE_ROWS = 100
/** Loading more pages than this again would take longer than anybody waits for. */
const PAGES_REFRESHED_MAX = 5

const rowsKey = (jobId: string) => ['imports', jobId, 'rows'] as const

const fetchRows = (jobId: string, query: Record<string, string | number | undefined>, signal?: AbortSignal) =>
  api.get<Page<ImportRow>>(importPath(jobId, '/rows'), query, signal)

/** Rows in file order, loaded as far as somebody scrolls. A repaired row stays where it is, whatever its new status. */
export function useRows(jobId: string, strategy: Strategy, filter: RowFilter, fromRow: number) {
  const queryClient = useQueryClient()
  const queryKey = [...rowsKey(jobId), strategy, filter, fromRow]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      fetchRows(
        jobId,
        {
          pageSize: PAGE_ROWS,
          status: filter === 'all' ? undefined : filter,
          fromRow: fromRow > 1 ? fromRow : undefined,
          cursor: pageParam,
        },
        signal,
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // A refetch would remove repaired rows from under the cursor of somebody who filters by status.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data])
  return {
    rows,
    total: query.data?.pages.at(-1)?.total ?? 0,
    error: query.error,
    retry: () => void (query.data ? query.fetchNextPage() : query.refetch()),
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching && !query.isError) void query.fetchNextPage()
    },
    /** Shows a row as the server answered. */
    show: (row: ImportRow) =>
      queryClient.setQueryData<InfiniteData<Page<ImportRow>>>(queryKey, (data) => data && withRow(data, row)),
    /** Reads one row again, after a change whose answer does not contain it. */
    reread: async (rowIndex: number) => {
      const { data } = await fetchRows(jobId, { pageSize: 1, fromRow: rowIndex })
      return data.find((row) => row.rowIndex === rowIndex)
    },
    /** A change can affect other rows with the same number. Rows without a filter keep their places, so they can follow. */
    refreshOthers: () => {
      if (filter === 'all' && (query.data?.pages.length ?? 0) <= PAGES_REFRESHED_MAX) void query.refetch()
    },
    /** Loads everything again, after a change of many rows. */
    reset: () => queryClient.resetQueries({ queryKey: rowsKey(jobId) }),
  }
}

const withRow = (data: InfiniteData<Page<ImportRow>>, row: ImportRow): InfiniteData<Page<ImportRow>> => ({
  ...data,
  pages: data.pages.map((page) =>
    page.data.some(({ rowIndex }) => rowIndex === row.rowIndex)
      ? { ...page, data: page.data.map((one) => (one.rowIndex === row.rowIndex ? row : one)) }
      : page,
  ),
})
