import { IMPORT_ROWS_PER_CHANGE_MAX } from '@harkara/server/domain/limits'
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
  const selection = {
    pageSize: PAGE_ROWS,
    status: filter === 'all' ? undefined : filter,
    fromRow: fromRow > 1 ? fromRow : undefined,
  }
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchRows(jobId, { ...selection, cursor: pageParam }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // A refetch would remove repaired rows from under the cursor of somebody who filters by status.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data])
  /** As they are now, also between two renderings. */
  const loadedRows = () =>
    queryClient.getQueryData<InfiniteData<Page<ImportRow>>>(queryKey)?.pages.flatMap(({ data }) => data) ?? []
  /** Shows a row as the server answered. */
  const show = (row: ImportRow) =>
    queryClient.setQueryData<InfiniteData<Page<ImportRow>>>(queryKey, (data) => data && withRow(data, row))
  /** Reads one row again, after a change whose answer does not contain it. */
  const reread = async (rowIndex: number) => {
    const { data } = await fetchRows(jobId, { pageSize: 1, fromRow: rowIndex })
    return data.find((row) => row.rowIndex === rowIndex)
  }
  return {
    rows,
    total: query.data?.pages.at(-1)?.total ?? 0,
    error: query.error,
    retry: () => void (query.data ? query.fetchNextPage() : query.refetch()),
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching && !query.isError) void query.fetchNextPage()
    },
    show,
    reread,
    /**
     * A change can affect other rows that share a number with the row as it was or is. Rows without a filter keep their
     * places, so all of them are loaded again; with a filter, the rows concerned are.
     */
    refreshOthers: async (before: ImportRow | undefined, after: ImportRow) => {
      if (filter === 'all' && (query.data?.pages.length ?? 0) <= PAGES_REFRESHED_MAX) return void query.refetch()
      for (const rowIndex of rowsSharingNumbers(loadedRows(), [before, after])) {
        const row = await reread(rowIndex)
        if (row) show(row)
      }
    },
    loaded: (rowIndex: number) => loadedRows().find((row) => row.rowIndex === rowIndex),
    /** Reads the list again where it is, after a change of a row that it did not have. */
    refresh: () => {
      if ((query.data?.pages.length ?? 0) <= PAGES_REFRESHED_MAX) void query.refetch()
    },
    /** Row numbers of the list, the loaded ones and those after them, at most as many as one change can take. */
    rowIndexes: async () => {
      const found: number[] = []
      let cursor: string | undefined
      do {
        const { data, nextCursor } = await fetchRows(jobId, { ...selection, cursor })
        found.push(...data.map(({ rowIndex }) => rowIndex))
        cursor = nextCursor ?? undefined
      } while (cursor && found.length < IMPORT_ROWS_PER_CHANGE_MAX)
      return found.slice(0, IMPORT_ROWS_PER_CHANGE_MAX)
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

/** More rows than this are not read one by one. */
const SHARING_ROWS_MAX = 20

/** The other rows with a number that a row has or had. */
export function rowsSharingNumbers(rows: readonly ImportRow[], versions: readonly (ImportRow | undefined)[]): number[] {
  const numbersOf = (row: ImportRow | undefined) => row?.contacts.map(({ e164 }) => e164) ?? []
  const numbers = new Set(versions.flatMap(numbersOf))
  return rows
    .filter((row) => numbersOf(row).some((number) => numbers.has(number)))
    .map(({ rowIndex }) => rowIndex)
    .filter((rowIndex) => versions.every((row) => row?.rowIndex !== rowIndex))
    .slice(0, SHARING_ROWS_MAX)
}
