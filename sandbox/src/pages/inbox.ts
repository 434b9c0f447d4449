import { INBOX_ROWS_PER_PAGE } from '../limits.ts'
import { codeIn } from '../mail/code.ts'
import type { Mail } from '../mail/mailbox.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { copyButton } from './copy-button.ts'
import { dateTime, pluralize, timeAgo } from './format.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

/** The filter and page of the inbox. `to` matches any part of an address; `before` is the id to page backwards from. */
export interface InboxView {
  to: string
  before: number | undefined
}

export function inboxPage(state: SandboxState, view: InboxView, open?: { mail: Mail; reader: Html }) {
  const content = html`<div class="inbox-panes ${open ? 'reading' : 'choosing'}">
<section class="list" aria-label="Emails">${filter(view)}${rows(state, view, open?.mail)}${emptyInboxForm(state)}</section>
<section class="reader" aria-label="Email">${open?.reader ?? hint(state)}</section>
</div>`
  return layout(state, 'inbox', open ? open.mail.subject || 'No subject' : 'Inbox', content)
}

function filter({ to }: InboxView) {
  return html`<form class="filter" method="get" action="/inbox" role="search">
<label><span>Recipient</span>
<input type="search" name="to" value="${to}" placeholder="Part of an email address" autocapitalize="off" spellcheck="false"></label>
<button>Filter</button></form>`
}

function rows({ mailbox, clock }: SandboxState, view: InboxView, open?: Mail) {
  const matching = mailbox.sentTo().filter((mail) => mail.to.toLowerCase().includes(view.to.toLowerCase()))
  const older = matching.filter((mail) => view.before === undefined || mail.id < view.before)
  const shown = older.slice(-INBOX_ROWS_PER_PAGE).reverse()
  const last = shown.at(-1)
  return html`<p class="count" id="count" data-live role="status">${summary(matching.length, mailbox.count(), view)}</p>
${view.before !== undefined && html`<a class="page" href="/inbox${query({ ...view, before: undefined })}">Newest emails</a>`}
<ol class="rows" id="rows" data-live data-rows>${shown.map((mail) => row(mail, view, clock.now(), mail.id === open?.id))}</ol>
<p class="page" id="older" data-live>${
    older.length > shown.length &&
    html`<a href="/inbox${query({ ...view, before: last?.id })}">Older emails (${older.length - shown.length})</a>`
  }</p>`
}

function summary(matching: number, total: number, { to }: InboxView) {
  if (to === '') return total === 0 ? '' : `${pluralize(total, 'email')}, newest first`
  return html`${pluralize(matching, 'email')} to “${to}” of ${total} in total. <a href="/inbox">Show all</a>`
}

function row(mail: Mail, view: InboxView, now: Date, isOpen: boolean) {
  const code = codeIn(mail)
  return html`<li id="mail-${mail.id}"${isOpen && html` class="open"`}>
<a class="open-mail" id="open-${mail.id}" href="/inbox/${mail.id}${query(view)}"${isOpen && html` aria-current="true"`}>
<span class="who">${mail.to}</span><time datetime="${mail.at.toISOString()}" title="${dateTime(mail.at)}">${timeAgo(mail.at, now)}</time>
<span class="subject">${mail.subject || 'No subject'}</span></a>
${code && html`<p class="copyable code"><code>${code}</code>${copyButton(code, `Copy code ${code}`)}</p>`}</li>`
}

function hint({ mailbox, addresses }: SandboxState) {
  if (mailbox.count() > 0)
    return html`<div class="empty" id="hint" data-live><p>Select an email to read it here.</p></div>`
  return html`<div class="empty" id="hint" data-live><h1>No emails yet</h1>
<p>All emails sent by Harkara arrive here. Sign up or sign in to trigger the first one, or point any email
client at</p>
<p class="copyable"><code>${addresses.smtpUrl}</code>${copyButton(addresses.smtpUrl, 'Copy the SMTP server address')}</p>
<p>New emails appear automatically.</p></div>`
}

function emptyInboxForm({ mailbox }: SandboxState) {
  const total = mailbox.count()
  return html`<div id="empty-inbox" data-live>${
    total > 0 &&
    html`<details class="empty-inbox"><summary>Delete all emails</summary>
<form method="post" action="/inbox/empty"><p>This cannot be undone.</p>
<button class="danger" id="delete" data-live>Delete ${total === 1 ? '1 email' : `all ${pluralize(total, 'email')}`}</button></form></details>`
  }</div>`
}

export function query(view: InboxView, extra: Record<string, string> = {}) {
  const params = new URLSearchParams(extra)
  if (view.to !== '') params.set('to', view.to)
  if (view.before !== undefined) params.set('before', String(view.before))
  return params.size > 0 ? `?${params}` : ''
}
