/**
 * Refreshes a page without moving its content: elements marked data-live are fetched again with their page and
 * replaced only if they changed. The pages work without this file.
 */

const REFRESH_MS = 2_000

const seen = new Map(liveParts(document).map((part) => [part.id, part.innerHTML]))

document.documentElement.classList.add('js')
document.querySelector('.rows .open')?.scrollIntoView({ block: 'nearest' })
document.addEventListener('click', copyOnClick)
setInterval(tick, 1_000)
setTimeout(refresh, REFRESH_MS)

async function refresh() {
  if (!document.hidden) {
    const page = await fetchPage()
    document.body.classList.toggle('offline', page === undefined)
    for (const part of page ? liveParts(page) : []) update(part)
  }
  setTimeout(refresh, REFRESH_MS)
}

async function fetchPage() {
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } })
    return new DOMParser().parseFromString(await response.text(), 'text/html')
  } catch {
    return undefined
  }
}

function update(fresh) {
  const part = document.getElementById(fresh.id)
  if (!part || seen.get(fresh.id) === fresh.innerHTML || isInUse(part)) return
  seen.set(fresh.id, fresh.innerHTML)
  const focused = part.contains(document.activeElement) ? document.activeElement.id : ''
  if ('rows' in part.dataset) updateRows(part, fresh)
  else part.replaceChildren(...fresh.childNodes)
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
}

/** Elements with a text selection or an open panel are not replaced. */
function isInUse(part) {
  const selection = getSelection()
  return (!selection.isCollapsed && selection.containsNode(part, true)) || part.querySelector('details[open]') !== null
}

/** Existing rows stay the same elements, and the scroll position of the first visible row is kept. */
function updateRows(list, fresh) {
  const pane = list.closest('.list')
  const scroller = pane.scrollHeight > pane.clientHeight ? pane : document.scrollingElement
  const edge = Math.max(0, pane.getBoundingClientRect().top)
  const anchor = [...list.children].find((row) => row.getBoundingClientRect().bottom > edge)
  const before = anchor?.getBoundingClientRect().top
  const rows = [...fresh.children].map((row) => {
    const known = document.getElementById(row.id)
    if (known && known.innerHTML !== row.innerHTML) known.replaceChildren(...row.childNodes)
    return known ?? row
  })
  list.replaceChildren(...rows)
  if (anchor?.isConnected && scroller.scrollTop > 0) scroller.scrollTop += anchor.getBoundingClientRect().top - before
}

function liveParts(root) {
  return [...root.querySelectorAll('[data-live][id]')]
}

const ahead = new WeakMap()
const format = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

function tick() {
  for (const time of document.querySelectorAll('time[data-tick]')) {
    if (!ahead.has(time)) ahead.set(time, Date.parse(time.dateTime) - Date.now())
    time.textContent = `${format.format(Date.now() + ahead.get(time))} UTC`
  }
}

async function copyOnClick(event) {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  const isCopied = await navigator.clipboard.writeText(button.dataset.copy).then(
    () => true,
    () => false,
  )
  if (!isCopied) getSelection().selectAllChildren(button.parentElement.querySelector('code'))
  const label = button.getAttribute('aria-label')
  setLabel(button, isCopied ? 'Copied' : 'Press Ctrl+C')
  setTimeout(setLabel, 1_500, button, 'Copy', label)
}

function setLabel(button, text, label = text) {
  button.textContent = text
  button.setAttribute('aria-label', label)
}
