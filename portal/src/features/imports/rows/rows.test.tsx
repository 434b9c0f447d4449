import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../../api/api.ts'
import type { ImportRow } from '../queries.ts'
import { suggestCountry } from '../review/what-if.ts'
import { type Editing, FIRST_CELL, FIXED_WIDTH, moveBy, scrollFor, visiblePart } from './grid-window.ts'
import { sentencesOf } from './row-details.tsx'
import { RowGrid } from './row-grid.tsx'
import { outcomeOf } from './row-outcome.ts'
import { useEdits } from './use-edits.ts'
import { rowsSharingNumbers } from './use-rows.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const row = (rowIndex: number, more: Partial<ImportRow> = {}): ImportRow => ({
  rowIndex,
  status: 'failed',
  isRepaired: false,
  cells: { Name: `Person ${rowIndex}`, Phone: '12' },
  reason: 'malformed number',
  warnings: [],
  contacts: [],
  ...more,
})

const CONTACT: ImportRow['contacts'][number] = {
  e164: '+919876543210',
  countryCode: 'IN',
  countrySource: 'DEFAULT',
  name: 'Asha',
  labels: [],
  attributes: {},
  action: 'CREATE',
}

const FILE = Array.from({ length: 100_000 }, (_, index) => row(index + 2))

function show(rows: readonly ImportRow[], edits: Partial<Parameters<typeof RowGrid>[0]['edits']> = {}) {
  const all = { pending: new Map(), edit: vi.fn(), exclude: vi.fn(), undo: vi.fn(), ...edits }
  const Grid = () => {
    const [editing, setEditing] = useState<Editing>()
    return (
      <MantineProvider env="test">
        <RowGrid
          label="Rows"
          columns={['Name', 'Phone']}
          phoneColumns={new Set(['Phone'])}
          rows={rows}
          hasMore={false}
          onNearEnd={() => {}}
          edits={all}
          editing={editing}
          onEditing={setEditing}
        />
      </MantineProvider>
    )
  }
  render(<Grid />)
  return all
}

const focus = (text: string) => act(() => screen.getByText(text).parentElement?.focus())
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement as Element, { key, ...more })

test('of very many rows only the visible ones are drawn, and the active cell is the only one in the tab order', () => {
  show(FILE)
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('100001')
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
})

test('arrow keys move, Enter edits and saves, Escape cancels, and typing replaces the cell', () => {
  const { edit } = show(FILE)
  focus('Person 2')
  press('ArrowRight')
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('12')
  press('Enter')
  fireEvent.change(screen.getByLabelText('Phone, row 3'), { target: { value: '98765 43210' } })
  press('Enter')
  expect(edit).toHaveBeenCalledExactlyOnceWith(FILE[1], 'Phone', '98765 43210')
  expect(screen.queryByLabelText('Phone, row 3')).toBeNull()

  press('7')
  expect((screen.getByLabelText('Phone, row 3') as HTMLTextAreaElement).value).toBe('7')
  press('Escape')
  expect(edit).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.textContent).toBe('12')
  press('End', { ctrlKey: true })
  expect(document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('100001')
})

test('clicking elsewhere saves what was typed, and an excluded row is included again but not edited', () => {
  const { edit, exclude } = show([row(2), row(3, { status: 'excluded', reason: null })])
  focus('Person 2')
  press('F2')
  fireEvent.change(screen.getByLabelText('Name, row 2'), { target: { value: 'Asha' } })
  fireEvent.blur(screen.getByLabelText('Name, row 2'))
  expect(edit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ rowIndex: 2 }), 'Name', 'Asha')

  focus('Person 3')
  press('Enter')
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Include row 3' }))
  expect(exclude).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ rowIndex: 3 }), false)
})

test('a cell shows a change before the server has answered', () => {
  show([row(2)], { pending: new Map([[2, { cells: { Phone: '98765 43210' } }]]) })
  expect(screen.getByText('98765 43210')).toBeDefined()
  expect(screen.getByText('Checking…')).toBeDefined()
})

test('the visible part follows the scroll position, and a cell is scrolled beside the columns that stay', () => {
  const view = { top: 36_000, left: 0, width: 1_000, height: 600 }
  const { rows, columns } = visiblePart(view, 1_000_000, 300)
  expect(rows.from).toBeLessThanOrEqual(1_000)
  expect(rows.to - rows.from).toBeLessThan(30)
  expect(columns.to).toBeLessThan(15)
  const size = { rowCount: 1_000_000, columnCount: 300, pageRows: 15 }
  const start = { row: 0, column: FIRST_CELL }
  expect(moveBy({ key: 'ArrowUp', isControl: false }, start, size)).toEqual(start)
  expect(moveBy({ key: 'ArrowDown', isControl: true }, start, size)?.row).toBe(999_999)
  expect(moveBy({ key: 'a', isControl: false }, start, size)).toBeUndefined()
  expect(scrollFor({ ...view, left: 500 }, { row: 1_000, column: FIRST_CELL }, FIXED_WIDTH)).toEqual({
    top: 36_000,
    left: 0,
  })
  expect(scrollFor(view, { row: 2_000, column: 0 }, FIXED_WIDTH)).toEqual({ top: 71_476, left: 0 })
})

test('the result of a row is said in words', () => {
  expect(outcomeOf(row(2))).toEqual({ tone: 'error', text: 'Malformed number' })
  const warnings = ['ambiguous country', 'duplicate contact (row 5)']
  expect(outcomeOf(row(2, { status: 'warning', reason: null, warnings })).text).toBe('Ambiguous country and 1 more')
  expect(outcomeOf(row(2, { status: 'excluded' })).text).toBe('Excluded')
  const repaired = row(2, {
    status: 'warning',
    reason: null,
    warnings: ['ambiguous country'],
    contacts: [CONTACT],
  })
  expect(sentencesOf(repaired)).toEqual([
    'Ambiguous country. Set the default country, or add + and the country code to the number.',
    'Create: Asha, +919876543210 (India).',
  ])
})

test('other rows with the number that a row had or has are those to read again after its repair', () => {
  const withNumber = (rowIndex: number, ...numbers: string[]) =>
    row(rowIndex, {
      contacts: numbers.map((e164) => ({ ...CONTACT, e164 })),
    })
  const rows = [
    withNumber(2, '+911'),
    withNumber(3, '+911', '+915'),
    withNumber(4, '+912'),
    withNumber(5, '+913'),
    row(6),
  ]
  expect(rowsSharingNumbers(rows, [withNumber(2, '+911'), withNumber(2, '+912')])).toEqual([3, 4])
  expect(rowsSharingNumbers(rows, [undefined, row(2)])).toEqual([])
})

test('a default country is suggested if more rows would be valid, or if it only settles uncertain countries', () => {
  const result = (country: string, valid: number, ambiguous = 0, changed = 0) => ({
    country,
    valid,
    ambiguous,
    changed,
    failed: 15 - valid,
  })
  const now = { validRows: 5, defaultCountry: 'GB', hasAmbiguous: false }
  expect(suggestCountry([result('GB', 5), result('IN', 15, 0, 10)], now)).toEqual({ country: 'IN', moreValid: 10 })
  expect(suggestCountry([result('GB', 5), result('IN', 4)], now)).toBeUndefined()
  expect(suggestCountry([result('GB', 5, 3), result('AE', 5, 3), result('IN', 5)], now)).toEqual({
    country: 'IN',
    moreValid: 0,
    settled: 3,
  })
  expect(suggestCountry([result('GB', 5, 3), result('AE', 5, 0, 3)], now)).toBeUndefined()
  const detected = { ...now, defaultCountry: null }
  expect(suggestCountry([result('IN', 5)], { ...detected, hasAmbiguous: true })?.country).toBe('IN')
  expect(suggestCountry([result('IN', 5)], detected)).toBeUndefined()
})

/** Edits of a list that has two rows. The server answers when told to. */
function edits() {
  const rows = new Map([2, 3].map((rowIndex) => [rowIndex, row(rowIndex)]))
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const sent: unknown[] = []
  const answer = (path: string, body: unknown) => {
    sent.push(body)
    const rowIndex = Number(path.split('/').at(-1))
    const answered = new Promise<void>((resolve, reject) => {
      answers.push({ resolve, reject })
    })
    return answered.then(() => row(rowIndex, { cells: { ...rows.get(rowIndex)?.cells, ...(body as ImportRow).cells } }))
  }
  vi.spyOn(api, 'patch').mockImplementation(answer as typeof api.patch)
  vi.spyOn(api, 'post').mockImplementation(answer as typeof api.post)
  const list = {
    loaded: (rowIndex: number) => rows.get(rowIndex),
    show: (changed: ImportRow) => void rows.set(changed.rowIndex, changed),
    reread: async (rowIndex: number) => rows.get(rowIndex),
    refresh: vi.fn(),
    refreshOthers: async () => undefined,
    reset: vi.fn(async () => {}),
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useEdits('job', list), { wrapper })
  const next = async () => {
    await waitFor(() => expect(answers.length).toBeGreaterThan(0))
    return answers.shift() as (typeof answers)[number]
  }
  return {
    rows,
    list,
    sent,
    now: () => result.current,
    edit: (rowIndex: number, column: string, text: string) =>
      act(() => result.current.edit(rows.get(rowIndex) as ImportRow, column, text)),
    answered: async () => {
      const { resolve } = await next()
      await act(async () => resolve())
    },
    refused: async () => {
      const { reject } = await next()
      await act(async () => reject(new Error('no')))
    },
  }
}

test('two quick edits of a row are both shown, and undone to what was saved before each', async () => {
  const { now, edit, answered, sent } = edits()
  edit(2, 'Name', 'Asha')
  edit(2, 'Phone', '98765 43210')
  edit(2, 'Name', 'Asha Rao')
  expect(now().pending.get(2)).toEqual({ cells: { Name: 'Asha Rao', Phone: '98765 43210' } })
  edit(2, 'Name', 'Asha Rao')
  await answered()
  expect(now().pending.get(2)).toEqual({ cells: { Name: 'Asha Rao', Phone: '98765 43210' } })
  for (let n = 0; n < 2; n++) await answered()
  await waitFor(() => expect(now().pending.size).toBe(0))
  expect(sent).toHaveLength(3)
  act(() => now().undo())
  await answered()
  expect(sent.at(-1)).toEqual({ cells: { Name: 'Asha' } })
})

test('each edit that failed to save is listed until it is dismissed or the row is edited again', async () => {
  const { now, edit, answered, refused } = edits()
  edit(2, 'Name', 'Asha')
  edit(3, 'Name', 'Ravi')
  await refused()
  await refused()
  expect(now().failed).toMatchObject({ rowIndex: 2, change: { cells: { Name: 'Asha' } } })
  edit(2, 'Name', 'Asha')
  await answered()
  expect(now().failed).toMatchObject({ rowIndex: 3, change: { cells: { Name: 'Ravi' } } })
  act(() => now().dismissFailed())
  expect(now().failed).toBeUndefined()
})

test('a list without the changed row, such as one that was opened before the answer, is read again', async () => {
  const { now, edit, answered, rows, list } = edits()
  edit(2, 'Name', 'Asha')
  rows.delete(2)
  await answered()
  expect(list.refresh).toHaveBeenCalledTimes(1)
  act(() => now().undo())
  await answered()
  expect(now().failed).toBeUndefined()
})

test('many rows are excluded by one request and included by one undo', async () => {
  const { now, answered, list, sent } = edits()
  act(() => void now().excludeMany([2, 3], true))
  await answered()
  await waitFor(() => expect(now().undoable).toEqual({ rowIndexes: [2, 3], isExcluded: false }))
  expect(list.reset).toHaveBeenCalledTimes(1)
  act(() => now().undo())
  await answered()
  expect(sent).toEqual([{ rowIndexes: [2, 3] }, { rowIndexes: [2, 3] }])
  expect(vi.mocked(api.post).mock.calls.map(([path]) => path.split('/').at(-1))).toEqual(['exclude', 'include'])
})
