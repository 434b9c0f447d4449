import { api } from './api.ts'
import type { Query } from './request.ts'
import type { Page } from './types.ts'

const PAGE_SIZE = 100
/** A limit on the requests; nobody reads a longer menu. */
const PAGES_MAX = 10

/** Fetches all items of a list, for menus. */
export async function fetchAllPages<Item>(path: string, signal: AbortSignal, filters: Query = {}): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const { data, nextCursor } = await api.get<Page<Item>>(path, { ...filters, pageSize: PAGE_SIZE, cursor }, signal)
    items.push(...data)
    if (!nextCursor) break
    cursor = nextCursor
  }
  return items
}
