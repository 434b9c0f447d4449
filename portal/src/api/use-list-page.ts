import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from './api.ts'
import type { Query } from './request.ts'
import type { Page } from './types.ts'

const ROWS = 50

interface ListOptions {
  filters?: Query
  pageSize?: number
  refetchMs?: number | false | undefined
  key?: QueryKey
  /** Sends the filters in the body, because personal data must not appear in a URL. */
  isPost?: boolean
}

export type ListPage<Item> = ReturnType<typeof useListPage<Item>>

/**
 * One page of a list at a time, with cursor pagination: rows that are added or removed meanwhile are neither repeated nor
 * skipped. A change of the filters starts at the first page.
 */
export function useListPage<Item>(
  path: string,
  { filters = {}, pageSize = ROWS, refetchMs, key = [path], isPost = false }: ListOptions = {},
) {
  const about = JSON.stringify([path, filters, pageSize])
  const [position, setPosition] = useState<{ about: string; cursors: readonly string[] }>({ about, cursors: [] })
  const cursors = position.about === about ? position.cursors : []
  const cursor = cursors.at(-1)
  const query = useQuery({
    queryKey: [...key, filters, pageSize, cursor ?? null],
    queryFn: ({ signal }) => {
      const params = { ...filters, pageSize, cursor }
      return isPost ? api.post<Page<Item>>(path, params) : api.get<Page<Item>>(path, params, signal)
    },
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs ?? false,
  })
  const nextCursor = query.data?.nextCursor ?? null
  const first = cursors.length * pageSize
  return {
    rows: query.data?.data,
    answer: query.data,
    total: query.data?.total ?? 0,
    /** The range shown, such as `51` to `100`. */
    from: first + 1,
    to: first + (query.data?.data.length ?? 0),
    isPending: query.isPending,
    isPageLoading: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
    next: nextCursor ? () => setPosition({ about, cursors: [...cursors, nextCursor] }) : undefined,
    previous: cursors.length > 0 ? () => setPosition({ about, cursors: cursors.slice(0, -1) }) : undefined,
  }
}
