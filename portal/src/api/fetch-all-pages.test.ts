import { afterEach, expect, test, vi } from 'vitest'
import { fetchAllPages } from './fetch-all-pages.ts'

afterEach(() => vi.unstubAllGlobals())

test('a menu has the items of all pages, each once', async () => {
  const pages: Record<string, object> = {
    '': { data: [1, 2], nextCursor: 'b' },
    b: { data: [3, 4], nextCursor: 'c' },
    c: { data: [5], nextCursor: null },
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://portal.test')
    return Response.json(pages[searchParams.get('cursor') ?? ''])
  })
  expect(await fetchAllPages('/contact-lists', new AbortController().signal)).toEqual([1, 2, 3, 4, 5])
})
