import { afterEach, expect, test, vi } from 'vitest'
import { matches, OPERATOR_PAGES, VENDOR_ACTIONS, VENDOR_PAGES } from './commands.ts'
import { listenForShortcuts, setSingleKeys } from './shortcuts.ts'

afterEach(() => {
  document.body.innerHTML = ''
  localStorage.clear()
})

test('a command is found by the beginnings of its words, in any order', () => {
  const found = (typed: string) => [...VENDOR_ACTIONS, ...VENDOR_PAGES].filter((one) => matches(one, typed))
  expect(found('camp cre').map(({ label }) => label)).toEqual(['Create campaign'])
  expect(found('recharge').map(({ label }) => label)).toEqual(['Add funds'])
  expect(found('ampaign')).toEqual([])
  expect(found('').length).toBe(VENDOR_ACTIONS.length + VENDOR_PAGES.length)
})

test('operators can go to every page of their navigation', () => {
  expect(OPERATOR_PAGES.map(({ path }) => path)).toEqual(expect.arrayContaining(['/admin/flagged-imports']))
})

test.each([[VENDOR_PAGES], [OPERATOR_PAGES]])('no two pages of an area have the same key', (pages) => {
  const keys = pages.flatMap(({ key }) => key ?? [])
  expect(new Set(keys).size).toBe(keys.length)
})

test('Ctrl K works while something is typed; single keys do not, nor in dialogs or when they are turned off', () => {
  const handlers = { onSearch: vi.fn(), onHelp: vi.fn(), onGo: vi.fn() }
  const stop = listenForShortcuts(VENDOR_PAGES, handlers)
  const press = (key: string, target: Element = document.body, init: KeyboardEventInit = {}) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  const input = document.body.appendChild(document.createElement('input'))
  press('k', input, { ctrlKey: true })
  expect(handlers.onSearch).toHaveBeenCalledTimes(1)
  for (const key of ['?', 'g', 'c', '/']) press(key, input)
  expect(handlers.onHelp).not.toHaveBeenCalled()
  press('?')
  press('g')
  press('c')
  press('c')
  expect(handlers.onHelp).toHaveBeenCalledTimes(1)
  expect(handlers.onGo.mock.calls).toEqual([['/contacts']])
  setSingleKeys(false)
  press('?')
  setSingleKeys(true)
  document.body.appendChild(document.createElement('div')).setAttribute('role', 'dialog')
  press('?')
  expect(handlers.onHelp).toHaveBeenCalledTimes(1)
  stop()
})
