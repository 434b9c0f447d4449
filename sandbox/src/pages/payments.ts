import type { Order, Subscription } from '../gateway/entities.ts'
import type { SubscriptionRecord } from '../gateway/gateway.ts'
import { PAYMENT_ROWS_PER_PAGE } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { MERCHANT } from './checkout.ts'
import { dateTime, money, timeAgo } from './format.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

/** Lists the newest orders and mandates created by the product. */
export function paymentsPage(state: SandboxState) {
  const { gateway } = state
  const orders = [...gateway.orders.values()].slice(-PAYMENT_ROWS_PER_PAGE).reverse()
  const mandates = [...gateway.subscriptions.values()].slice(-PAYMENT_ROWS_PER_PAGE).reverse()
  return layout(
    state,
    'checkout',
    'Payments',
    html`<div class="lists">
<section class="card" aria-labelledby="orders"><h1 id="orders">Orders</h1>
<div id="order-list" data-live>${orders.length > 0 ? rows(orders.map(({ order }) => orderRow(state, order))) : none('order')}</div></section>
<section class="card" aria-labelledby="mandates"><h2 id="mandates">Subscriptions</h2>
<div id="mandate-list" data-live>${mandates.length > 0 ? rows(mandates.map(mandateRow)) : none('subscription')}</div></section>
</div>`,
  )
}

const rows = (items: Html[]) => html`<ul class="orders">${items}</ul>`
const none = (what: string) => html`<p class="hint">No ${what}s yet. They appear here when Harkara creates one.</p>`

const orderRow = ({ clock }: SandboxState, { id, amount, currency, status, created_at }: Order) =>
  html`<li><a href="/checkout/${id}">${money(amount, currency)}</a><code>${id}</code>${badge(status, status === 'paid')}
<time datetime="${new Date(created_at * 1_000).toISOString()}">${timeAgo(new Date(created_at * 1_000), clock.now())}</time></li>`

const mandateRow = ({ subscription, plan }: SubscriptionRecord) =>
  html`<li><a href="/mandate/${subscription.id}">${money(plan.item.amount, plan.item.currency)}</a><code>${subscription.id}</code>
${badge(subscription.status, subscription.status === 'active')}<span>${plan.item.name}</span></li>`

const badge = (text: string, isGood: boolean) => html`<span class="badge ${isGood ? 'good' : 'open'}">${text}</span>`

/** The page on which customers authorise recurring charges. In the sandbox every mandate is authorised. */
export function mandatePage(state: SandboxState, { subscription, plan, cancelAt }: SubscriptionRecord) {
  const instant = (seconds: number | null) => (seconds === null ? 'none' : dateTime(new Date(seconds * 1_000)))
  const every = plan.interval === 1 ? plan.period : `every ${plan.interval} (${plan.period})`
  return layout(
    state,
    'checkout',
    'Mandate',
    html`<article class="checkout" aria-labelledby="amount">
<header><p class="merchant"><span class="mark" aria-hidden="true"></span>${MERCHANT}<small>Test mandate</small></p>
<h1 id="amount">${money(plan.item.amount * subscription.quantity, plan.item.currency)}</h1><p>${plan.item.name}, ${every}</p></header>
${mandateNotice(subscription.status)}
<dl id="mandate" data-live><div><dt>Subscription</dt><dd><code>${subscription.id}</code></dd></div>
<div><dt>Status</dt><dd>${subscription.status}</dd></div>
<div><dt>Paid cycles</dt><dd>${subscription.paid_count} of ${subscription.total_count}</dd></div>
<div><dt>Next charge</dt><dd>${instant(subscription.charge_at)}</dd></div>
${cancelAt !== null && html`<div><dt>Ends</dt><dd>${instant(cancelAt)}</dd></div>`}</dl>
</article>`,
  )
}

const mandateNotice = (status: Subscription['status']) =>
  status === 'cancelled' || status === 'completed'
    ? html`<div class="notice wrong"><h2>Ended</h2><p>No further charges are made.</p></div>`
    : html`<div class="notice good"><h2>Authorised</h2>
<p>Every mandate is authorised in the sandbox. Use the control API to make charges.</p></div>`
