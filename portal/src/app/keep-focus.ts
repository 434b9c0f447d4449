/** Over the page for a while; afterwards people are back at what opened it. */
const OVER = '[role="dialog"], [role="menu"]'

/**
 * The keyboard is never nowhere. What it is at goes away when a step is answered, a row deleted or a dialog closed, and
 * cannot have it while a button works; browsers then leave it at the top of the page. Here it comes back to the button
 * once that can be pressed again, after a dialog to what opened it, and else to the beginning of what is shown.
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
  /** Whoever presses beside everything wants to be nowhere. */
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
