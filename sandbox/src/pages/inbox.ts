import { INBOX_ROWS_PER_PAGE } from '../limits.ts'
import { codeIn } from '../mail/code.ts'
import type { Mail } from '../mail/mailbox.ts'
import type { World } from '../world.ts'
import { copyButton } from './copy-button.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import { ago, count, dateTime } from './words.ts'

/** Which part of the inbox is on screen. `to` is any part of an address; `before` walks towards older mails. */
export interface InboxView {
  to: string
  before: number | undefined
}

export function inboxPage(world: World, view: InboxView, open?: { mail: Mail; reader: Html }) {
  const content = html`<div class="inbox-panes ${open ? 'reading' : 'choosing'}">
<section class="list" aria-label="Mails">${filter(view)}${rows(world, view, open?.mail)}${emptying(world)}</section>
<section class="reader" aria-label="Mail">${open?.reader ?? hint(world)}</section>
</div>`
  return layout(world, 'inbox', open ? open.mail.subject || 'No subject' : 'Inbox', content)
}

function filter({ to }: InboxView) {
  return html`<form class="filter" method="get" action="/inbox" role="search">
<label><span>Show mails to</span>
<input type="search" name="to" value="${to}" placeholder="part of an address" autocapitalize="off" spellcheck="false"></label>
<button>Filter</button></form>`
}

function rows({ mailbox, clock }: World, view: InboxView, open?: Mail) {
  const matching = mailbox.sentTo().filter((mail) => mail.to.toLowerCase().includes(view.to.toLowerCase()))
  const older = matching.filter((mail) => view.before === undefined || mail.id < view.before)
  const shown = older.slice(-INBOX_ROWS_PER_PAGE).reverse()
  const last = shown.at(-1)
  return html`<p class="count" id="count" data-live role="status">${summary(matching.length, mailbox.count(), view)}</p>
${view.before !== undefined && html`<a class="page" href="/inbox${query({ ...view, before: undefined })}">Newest mails</a>`}
<ol class="rows" id="rows" data-live data-rows>${shown.map((mail) => row(mail, view, clock.now(), mail.id === open?.id))}</ol>
<p class="page" id="older" data-live>${
    older.length > shown.length &&
    html`<a href="/inbox${query({ ...view, before: last?.id })}">Older mails (${older.length - shown.length})</a>`
  }</p>`
}

function summary(matching: number, total: number, { to }: InboxView) {
  if (to === '') return total === 0 ? '' : `${count(total, 'mail')}, newest first`
  return html`${count(matching, 'mail')} to “${to}”, of ${total}. <a href="/inbox">Show all</a>`
}

function row(mail: Mail, view: InboxView, now: Date, isOpen: boolean) {
  const code = codeIn(mail)
  return html`<li id="mail-${mail.id}"${isOpen && html` class="open"`}>
<a class="open-mail" id="open-${mail.id}" href="/inbox/${mail.id}${query(view)}"${isOpen && html` aria-current="true"`}>
<span class="who">${mail.to}</span><time datetime="${mail.at.toISOString()}" title="${dateTime(mail.at)}">${ago(mail.at, now)}</time>
<span class="subject">${mail.subject || 'No subject'}</span></a>
${code && html`<p class="copyable code"><code>${code}</code>${copyButton(code, `Copy code ${code}`)}</p>`}</li>`
}

function hint({ mailbox, addresses }: World) {
  if (mailbox.count() > 0)
    return html`<div class="empty" id="hint" data-live><p>Choose a mail to read it here.</p></div>`
  return html`<div class="empty" id="hint" data-live><h1>No mail yet</h1>
<p>Every mail the product sends lands here. Register or sign in there to send the first one, or point any mail
program at</p>
<p class="copyable"><code>${addresses.smtpUrl}</code>${copyButton(addresses.smtpUrl, 'Copy the address of the mail server')}</p>
<p>This page shows new mails by itself.</p></div>`
}

function emptying({ mailbox }: World) {
  const total = mailbox.count()
  return html`<div id="emptying" data-live>${
    total > 0 &&
    html`<details class="emptying"><summary>Empty the inbox</summary>
<form method="post" action="/inbox/empty"><p>This cannot be undone.</p>
<button class="danger" id="delete" data-live>Delete ${total === 1 ? 'the one mail' : `all ${count(total, 'mail')}`}</button></form></details>`
  }</div>`
}

export function query(view: InboxView, extra: Record<string, string> = {}) {
  const params = new URLSearchParams(extra)
  if (view.to !== '') params.set('to', view.to)
  if (view.before !== undefined) params.set('before', String(view.before))
  return params.size > 0 ? `?${params}` : ''
}
