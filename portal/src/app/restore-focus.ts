/** Overlays. When they close, focus returns to the element that opened them. */
const OVERLAY = '[role="dialog"], [role="menu"]'

/**
 * Restores keyboard focus. Browsers move focus to the body when the focused element is removed or disabled, for example
 * by a completed step, a deleted row or a loading button. Focus returns to a button once it is enabled again, after an
 * overlay to the element that opened it, and otherwise to the start of the page.
 */
export function restoreFocus(): () => void {
  let lastFocused: HTMLElement | undefined
  let opener: HTMLElement | undefined
  let isWaitingForEnabled = false
  const note = ({ target }: Event) => {
    lastFocused = target instanceof HTMLElement ? target : undefined
    isWaitingForEnabled = false
    if (lastFocused && !lastFocused.closest(OVERLAY)) opener = lastFocused
  }
  /** A click publicArea of any control clears the focus intentionally. */
  const forget = () => {
    lastFocused = undefined
  }
  const restore = () => {
    if (!lastFocused || document.activeElement !== document.body) return
    if (!lastFocused.isConnected) return goTo([opener, document.getElementById('page')])
    if (lastFocused.matches(':disabled')) isWaitingForEnabled = true
    else if (isWaitingForEnabled) goTo([lastFocused])
  }
  const observer = new MutationObserver(restore)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', forget)
  }
}

const goTo = (places: readonly (HTMLElement | null | undefined)[]) =>
  places.find((place) => place?.isConnected && !place.matches(':disabled'))?.focus({ preventScroll: true })
