import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useUrlFilter } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { type Column, DataTable } from './data-table.tsx'
import { fileNameOf, tableAsCsv } from './save-as-csv.ts'
import { useSelection } from './use-selection.ts'

// A busy machine needs more than the second that is waited by default.
configure({ asyncUtilTimeout: 20_000 })

interface Row {
  id: string
  name: string
  cost: number
}

const COLUMNS: Column<Row>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Added', sortBy: '-createdAt', cell: () => <time dateTime="2026-11-18T10:00:00Z">2 hours ago</time> },
  {
    name: 'Cost',
    isNumber: true,
    cell: ({ cost }) => `₹${cost}`,
    total: (rows) => `₹${rows.reduce((sum, { cost }) => sum + cost, 0)}`,
  },
  { name: 'Actions', isActions: true, cell: () => <button type="button">Delete</button> },
]

const ALL: Row[] = Array.from({ length: 7 }, (_, i) => ({ id: `r${i}`, name: i === 1 ? '=1+1' : `Row ${i}`, cost: i }))
const asked: string[] = []

/** An API with the same pagination: the cursor is the number of rows before it. */
function answer(url: string) {
  const query = new URL(url, 'http://portal').searchParams
  asked.push(query.toString())
  const size = Number(query.get('pageSize'))
  const rows = query.get('sort') === 'createdAt' ? ALL.toReversed() : ALL
  const from = Number(query.get('cursor') ?? (Number(query.get('page') ?? 1) - 1) * size)
  const data = rows.slice(from, from + size)
  const nextCursor = from + size < rows.length ? String(from + size) : null
  return Response.json({ data, page: 1, pageSize: size, total: rows.length, nextCursor })
}

function Page() {
  const [status, setStatus] = useUrlFilter('status')
  const list = useListPage<Row>(`/rows-${opened}`, { filters: { status: status || undefined }, pageSize: 3 })
  const { selected, selection } = useSelection<Row>(status, ({ name }) => `Select ${name}`)
  return (
    <>
      <p role="status">{selected.map(({ id }) => id).join(' ')}</p>
      <button type="button" onClick={() => setStatus('OPEN')}>
        Only open
      </button>
      <DataTable
        label="Rows"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: `/rows/${id}` as never })}
        selection={selection}
        empty="Nothing"
      />
    </>
  )
}

/** Each test has a list of its own, because pages that were walked to are remembered. */
let opened = 0

function open(path: string) {
  opened++
  const rootRoute = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => rootRoute, path: '/', component: Page }),
    createRoute({ getParentRoute: () => rootRoute, path: '/rows/$id', component: () => <p>One row</p> }),
  ]
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: rootRoute.addChildren(routes), history })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

beforeEach(() => {
  asked.length = 0
  localStorage.clear()
  vi.stubGlobal('fetch', async (url: string) => answer(url))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** By text, because looking for roles in a whole table takes seconds. */
const row = async (name: string) => (await screen.findByText(name)).closest('a') as HTMLAnchorElement
const click = async (text: string) => fireEvent.click(await screen.findByText(text))

test('the page and the order are in the URL and survive Back', async () => {
  const router = open('/')
  await row('Row 0')
  await click('Next')
  await row('Row 3')
  expect(router.state.location.search).toEqual({ page: 2, after: '3' })
  fireEvent.click(await row('Row 4'))
  await screen.findByText('One row')
  router.history.back()
  await row('Row 3')
  await click('Added')
  await row('Row 6')
  expect(router.state.location.search).toEqual({ sort: 'createdAt' })
  expect(document.querySelector('th[aria-sort]')?.getAttribute('aria-sort')).toBe('ascending')
})

test('Previous shows the rows that were there, and a link to a page is read by its number', async () => {
  open('/?page=3')
  await row('Row 6')
  expect(asked).toEqual(['pageSize=3&page=3'])
  await click('Previous')
  await row('Row 3')
  expect(asked.at(-1)).toBe('pageSize=3&page=2')
})

test('a filter starts at the first page, and is kept in the URL', async () => {
  const router = open('/?page=2&after=3')
  await row('Row 3')
  await click('Only open')
  await row('Row 0')
  expect(router.state.location.search).toEqual({ status: 'OPEN' })
  expect(asked.at(-1)).toBe('status=OPEN&pageSize=3')
})

test('arrow keys move between rows, x selects a row, and a click in a row opens it', async () => {
  const router = open('/')
  const first = await row('Row 0')
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('=1+1')
  fireEvent.keyDown(document.activeElement as Element, { key: 'End' })
  expect(document.activeElement?.textContent).toBe('Row 2')
  fireEvent.keyDown(document.activeElement as Element, { key: 'x' })
  expect(document.querySelector('[role=status]')?.textContent).toBe('r2')
  fireEvent.click(screen.getAllByText('Delete')[0] as Element)
  expect(router.state.location.pathname).toBe('/')
  fireEvent.click(screen.getByText('₹1'))
  await screen.findByText('One row')
})

test('totals stand under their column, and say that they are of this page', async () => {
  open('/')
  await row('Row 0')
  const cells = [...document.querySelectorAll('tfoot td')].map(({ textContent }) => textContent)
  expect(cells).toEqual(['', 'Total of this page', '', '₹3', ''])
})

test('the rows shown are exported with exact times, without formulas and buttons', async () => {
  open('/')
  await row('Row 0')
  expect(tableAsCsv(document.querySelector('table') as HTMLTableElement)).toBe(
    'Name,Added,Cost\r\n' +
      'Row 0,2026-11-18T10:00:00Z,₹0\r\n' +
      "'=1+1,2026-11-18T10:00:00Z,₹1\r\n" +
      'Row 2,2026-11-18T10:00:00Z,₹2\r\n',
  )
})

test('the row height is remembered', async () => {
  open('/')
  await row('Row 0')
  await click('Table options')
  await click('Compact rows')
  await waitFor(() => expect(document.querySelector('table')?.dataset['density']).toBe('compact'))
  expect(localStorage.getItem('table-density')).toBe('compact')
})

test('a table is saved under its name in any language', () => {
  expect(fileNameOf('Message prices (INR)')).toBe('message-prices-inr.csv')
  expect(fileNameOf('संदेशों की कीमतें')).toBe('संदेशों-की-कीमतें.csv')
  expect(fileNameOf('—')).toBe('table.csv')
})

test('the options of a table sort and select, for cards that have no headings', async () => {
  const router = open('/')
  await row('Row 0')
  await click('Table options')
  await click('Select all on this page')
  await waitFor(() => expect(document.querySelector('[role=status]')?.textContent).toBe('r0 r1 r2'))
  await click('Table options')
  await click('Oldest first')
  await row('Row 6')
  expect(router.state.location.search).toEqual({ sort: 'createdAt' })
})
