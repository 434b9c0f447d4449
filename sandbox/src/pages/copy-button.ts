import { html } from './html.ts'

/** Shown only where the script runs; the text beside it can be selected without one. */
export function copyButton(text: string, label: string) {
  return html`<button type="button" class="copy" data-copy="${text}" aria-label="${label}">Copy</button>`
}
