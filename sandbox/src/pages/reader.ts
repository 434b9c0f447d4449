import { codeIn } from '../mail/code.ts'
import type { Mail } from '../mail/mailbox.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { copyButton } from './copy-button.ts'
import { dateTime, timeAgo } from './format.ts'
import { type Html, html } from './html.ts'
import { type InboxView, query } from './inbox.ts'

type Format = 'html' | 'text'

/** Shows one email. Its markup is rendered only inside a sandboxed frame. */
export function reader({ clock }: SandboxState, mail: Mail, view: InboxView, wanted: Format) {
  const format: Format = mail.html === '' || (wanted === 'text' && mail.text !== '') ? 'text' : 'html'
  const code = codeIn(mail)
  return html`<article class="mail">
<a class="back" href="/inbox${query(view)}">All emails</a>
<h1>${mail.subject || 'No subject'}</h1>
<dl><dt>From</dt><dd>${mail.from || 'Unknown sender'}</dd><dt>To</dt><dd>${mail.to}</dd>
<dt>Received</dt><dd><time datetime="${mail.at.toISOString()}">${dateTime(mail.at)}</time> <span class="ago">${timeAgo(mail.at, clock.now())}</span></dd></dl>
${code && html`<p class="copyable bigcode"><code>${code}</code>${copyButton(code, `Copy code ${code}`)}</p>`}
${mail.html !== '' && mail.text !== '' && tabs(mail, view, format)}
${format === 'html' ? frame(mail) : html`<pre class="text">${linkify(mail.text) ?? 'This email is empty.'}</pre>`}
</article>`
}

function tabs(mail: Mail, view: InboxView, format: Format) {
  const tab = (name: Format, label: string) =>
    html`<a class="tab" href="/inbox/${mail.id}${query(view, { view: name })}"${name === format && html` aria-current="page"`}>${label}</a>`
  return html`<nav class="tabs" aria-label="Show as">${tab('html', 'HTML')}${tab('text', 'Plain text')}</nav>`
}

function frame(mail: Mail) {
  return html`<iframe class="html" src="/inbox/${mail.id}/html" title="Email content"
sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`
}

/** Turns URLs into links. A closing bracket or punctuation after a URL is not part of it. */
function linkify(text: string): Html[] | undefined {
  if (text.trim() === '') return undefined
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : html`${part}`,
    )
}
