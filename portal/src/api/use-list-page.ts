import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from './api.ts'
import type { Query } from './request.ts'
import type { Page } from './types.ts'
import { FIRST_PAGE, useUrlParams } from './url-params.ts'

const ROWS = 50

interface ListOptions<Item> {
  filters?: Query
  pageSize?: number
  /** How often the page is read again; it may depend on its rows. */
  refetchMs?: number | false | undefined | ((rows: readonly Item[]) => number | false)
  key?: QueryKey
  /** Sends the filters in the body, because personal data must not appear in a URL. */
  isPost?: boolean
  /** The prefix of the URL parameters, for the second list of a page. */
  name?: string
  /** False while the filters are not known yet. */
  isReady?: boolean
}

export type ListPage<Item> = ReturnType<typeof useListPage<Item>>

/**
 * One page of a list at a time, with cursor pagination: rows that are added or removed meanwhile are neither repeated nor
 * skipped. Page and order are in the URL. A link to a page that this tab has not walked to is read by its number.
 */
export function useListPage<Item>(
  path: string,
  {
    filters = {},
    pageSize = ROWS,
    refetchMs,
    key = [path],
    isPost = false,
    name = '',
    isReady = true,
  }: ListOptions<Item> = {},
) {
  const params = useUrlParams(name && `${name}.`)
  const sort = params.get('sort')
  const about = JSON.stringify([path, filters, pageSize, sort])
  const isReset = useReset(JSON.stringify(filters), isReady, () => params.set(FIRST_PAGE))
  const { page, after } = isReset ? { page: 1, after: undefined } : positionIn(params)
  const query = useQuery({
    queryKey: [...key, { ...filters, sort }, pageSize, after ?? page],
    queryFn: ({ signal }) => {
      const position = after ? { cursor: after } : page > 1 ? { page } : {}
      const asked = { ...filters, ...(sort && { sort }), pageSize, ...position }
      return isPost ? api.post<Page<Item>>(path, asked) : api.get<Page<Item>>(path, asked, signal)
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      typeof refetchMs === 'function' ? refetchMs(state.data?.data ?? []) : (refetchMs ?? false),
    enabled: isReady,
  })
  const nextCursor = query.data?.nextCursor ?? null
  const goTo = (target: number, cursor: string | undefined) =>
    params.set({ page: target > 1 ? target : undefined, after: target > 1 ? cursor : undefined }, { isStep: true })
  const first = (page - 1) * pageSize
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
    sort,
    setSort: (value: string | undefined) => params.set({ sort: value, ...FIRST_PAGE }),
    next: nextCursor
      ? () => {
          rememberCursor(about, page + 1, nextCursor)
          goTo(page + 1, nextCursor)
        }
      : undefined,
    previous: page > 1 ? () => goTo(page - 1, cursorOf(about, page - 1)) : undefined,
  }
}

function positionIn(params: ReturnType<typeof useUrlParams>) {
  const page = Number(params.get('page') ?? 1)
  return Number.isSafeInteger(page) && page > 1 ? { page, after: params.get('after') } : { page: 1, after: undefined }
}

/**
 * True from a change of the filters until the URL is back at the first page. When the URL changed with them, as by Back,
 * it has the page that belongs to them.
 */
function useReset(filters: string, isReady: boolean, reset: () => void) {
  const url = useLocation({ select: ({ searchStr }) => searchStr })
  const [known, setKnown] = useState<{ filters: string; url: string }>()
  const isReset = isReady && known !== undefined && known.filters !== filters && known.url === url
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of filters or URL, and only then
  useEffect(() => {
    if (!isReady) return
    if (isReset) reset()
    setKnown({ filters, url })
  }, [filters, url, isReady])
  return isReset
}

/** The cursors of the pages that this tab has walked to, so that Previous shows the same rows again. */
const walked = new Map<string, Map<number, string>>()
const WALKED_LISTS_MAX = 100

function rememberCursor(about: string, page: number, cursor: string) {
  const pages = walked.get(about) ?? new Map<number, string>()
  if (walked.size >= WALKED_LISTS_MAX) walked.clear()
  walked.set(about, pages.set(page, cursor))
}

const cursorOf = (about: string, page: number) => walked.get(about)?.get(page)
