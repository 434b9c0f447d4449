import type { KeyboardEvent, MouseEvent } from 'react'

const CONTROLS = 'a, button, input, select, textarea, label, [role="menu"]'
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'

/** A click anywhere in a row opens it, unless it was meant for a control or selected text. */
export function openRow(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || target.closest(CONTROLS) || String(getSelection())) return
  const { ctrlKey, metaKey, shiftKey } = event
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  currentTarget.querySelector('a[data-row-link]')?.dispatchEvent(click)
}

/** Arrow keys, Home and End move between rows; x selects the row. Enter opens it, as it does for every link. */
export function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  if (target.matches('input:not([type="checkbox"]), textarea, select, [role="switch"]')) return
  const row = target.closest('tr')
  const rows = [...currentTarget.querySelectorAll('tr')]
  const at = row ? rows.indexOf(row) : -1
  if (at === -1) return
  if (key === 'x') return toggle(row)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  const next = to === undefined ? undefined : rows[to]
  if (!next) return
  event.preventDefault()
  const sameKind = target.matches('input') ? 'input' : 'a[data-row-link]'
  const found = next.querySelector<HTMLElement>(sameKind) ?? next.querySelector<HTMLElement>(FOCUSABLE)
  found?.focus()
  found?.scrollIntoView({ block: 'nearest' })
}

const toggle = (row: HTMLTableRowElement | null) =>
  row?.querySelector<HTMLInputElement>('td[data-select] input')?.click()
