import type { Command } from './commands.ts'

const KEY = 'single-key-shortcuts'

/** Single keys can be turned off, because speech input and unsteady hands press them by accident. */
export const hasSingleKeys = () => localStorage.getItem(KEY) !== 'off'
export const setSingleKeys = (isOn: boolean) => (isOn ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, 'off'))

const SEQUENCE_MS = 1_500
const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'

interface Handlers {
  onSearch: () => void
  onHelp: () => void
  onGo: (path: string) => void
}

/** Ctrl K (⌘ K) works everywhere; single keys only where nothing is typed and no dialog is open. */
export function listenForShortcuts(pages: readonly Command[], { onSearch, onHelp, onGo }: Handlers): () => void {
  let goUntil = 0
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      return onSearch()
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isFree(event)) return
    const isGoing = goUntil > event.timeStamp
    goUntil = key === 'g' && !isGoing ? event.timeStamp + SEQUENCE_MS : 0
    if (isGoing) {
      const page = pages.find((one) => one.key === key)
      if (page) onGo(page.path)
    } else if (event.key === '?') onHelp()
    else if (event.key === '/') onSearch()
    else return
    event.preventDefault()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

const isFree = ({ target }: KeyboardEvent) =>
  hasSingleKeys() &&
  !(target instanceof Element && target.matches(TYPING)) &&
  !document.querySelector('[role="dialog"], [role="menu"]')
