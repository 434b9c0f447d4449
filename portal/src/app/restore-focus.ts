/** Overlays. When they close, focus returns to the element that opened them. */
const OVER = '[role="dialog"], [role="menu"]'

/**
 * Restores keyboard focus. Browsers move focus to the body when the focused element is removed or disabled, for example
 * by a completed step, a deleted row or a loading button. Focus returns to a button once it is enabled again, after an
 * overlay to the element that opened it, and otherwise to the start of the page.
 */
export function keepFocus(): () => void {
  let held: HTMLElement | undefined
  let under: HTMLElement | undefined
  let isWaiting = false
  const note = ({ target }: Event) => {
    held = target instanceof HTMLElement ? target : undefined
    isWaiting = false
    if (held && !held.closest(OVER)) under = held
  }
  /** A click outside of any control clears the focus intentionally. */
  const forget = () => {
    held = undefined
  }
  const mend = () => {
    if (!held || document.activeElement !== document.body) return
    if (!held.isConnected) return goTo([under, document.getElementById('page')])
    if (held.matches(':disabled')) isWaiting = true
    else if (isWaiting) goTo([held])
  }
  const observer = new MutationObserver(mend)
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
