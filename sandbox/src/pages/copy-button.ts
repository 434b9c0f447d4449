import { html } from './html.ts'

/** Shown only if JavaScript is enabled; without it the text can be selected. */
export function copyButton(text: string, label: string) {
  return html`<button type="button" class="copy" data-copy="${text}" aria-label="${label}">Copy</button>`
}
