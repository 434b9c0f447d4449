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
  const onFocusIn = ({ target }: Event) => {
    lastFocused = target instanceof HTMLElement ? target : undefined
    isWaitingForEnabled = false
    if (lastFocused && !lastFocused.closest(OVERLAY)) opener = lastFocused
  }
  /** A click outside of any control clears the focus intentionally. */
  const onPointerDown = () => {
    lastFocused = undefined
  }
  const restore = () => {
    if (!lastFocused || document.activeElement !== document.body) return
    if (!lastFocused.isConnected) return focusFirst([opener, document.getElementById('page')])
    if (lastFocused.matches(':disabled')) isWaitingForEnabled = true
    else if (isWaitingForEnabled) focusFirst([lastFocused])
  }
  const observer = new MutationObserver(restore)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('pointerdown', onPointerDown)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('pointerdown', onPointerDown)
  }
}

const focusFirst = (candidates: readonly (HTMLElement | null | undefined)[]) =>
  candidates.find((element) => element?.isConnected && !element.matches(':disabled'))?.focus({ preventScroll: true })
