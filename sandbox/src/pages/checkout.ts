import type { Order, Payment } from '../gateway/entities.ts'
import type { OrderRecord } from '../gateway/gateway.ts'
import { sign } from '../http/signature.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { copyButton } from './copy-button.ts'
import { money } from './format.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

export const MERCHANT = 'Harkara'
const RETURN_AFTER_SECONDS = 4

/** The page on which customers pay an order. Nothing is charged: the buttons choose the outcome of the payment. */
export function checkoutPage(state: SandboxState, { order, payments }: OrderRecord, returnUrl: string | undefined) {
  const payment = payments.find(({ captured }) => captured)
  const back = returnUrl && (payment ? signedReturn(state, returnUrl, order, payment) : returnUrl)
  const content = html`<article class="checkout" aria-labelledby="amount">
<header><p class="merchant"><span class="mark" aria-hidden="true"></span>${MERCHANT}<small>Test payment</small></p>
<h1 id="amount">${money(order.amount, order.currency)}</h1></header>
${payment ? paid(payment, back) : unpaid(order, returnUrl)}
${facts(order)}
</article>`
  const head =
    payment && back ? html`<meta http-equiv="refresh" content="${RETURN_AFTER_SECONDS};url=${back}">` : html``
  return layout(state, 'checkout', payment ? 'Paid' : `Pay ${money(order.amount, order.currency)}`, content, head)
}

function unpaid(order: Order, returnUrl: string | undefined) {
  const amount = money(order.amount, order.currency)
  return html`${
    order.status === 'attempted' &&
    html`<p class="notice wrong" role="alert">The bank declined the last payment. The order is still open, so you can try again.</p>`
  }
<form method="post" action="/checkout/${order.id}">
${returnUrl && html`<input type="hidden" name="return_url" value="${returnUrl}">`}
<fieldset><legend>Pay with</legend>
${method('upi', 'UPI', true)}${method('card', 'Card')}${method('netbanking', 'Netbanking')}</fieldset>
<button class="primary" name="outcome" value="pay">Pay ${amount}</button>
<button class="quiet" name="outcome" value="fail">Decline payment</button>
</form>
${returnUrl && html`<p class="back-link"><a href="${returnUrl}">Cancel and return to ${MERCHANT}</a></p>`}`
}

const method = (value: string, label: string, isChosen = false) =>
  html`<label class="method-choice"><input type="radio" name="method" value="${value}"${isChosen && html` checked`}>${label}</label>`

function paid(payment: Payment, back: string | undefined) {
  const gone =
    payment.amount_refunded > 0 && html`<p>${money(payment.amount_refunded, payment.currency)} was refunded.</p>`
  return html`<div class="notice good" role="status"><h2>Payment received</h2>
<p class="copyable"><code>${payment.id}</code>${copyButton(payment.id, 'Copy payment id')}</p>${gone}</div>
${
  back
    ? html`<p><a class="button primary" href="${back}">Return to ${MERCHANT}</a></p>
<p class="hint">You will be redirected in a few seconds.</p>`
    : html`<p class="hint">You can close this page. ${MERCHANT} is notified of the payment automatically.</p>`
}`
}

function facts({ id, receipt, notes }: Order) {
  const pairs = Array.isArray(notes) ? [] : Object.entries(notes)
  return html`<dl>${fact('Order', html`<code>${id}</code>`)}${receipt !== null && fact('Receipt', html`<code>${receipt}</code>`)}
${pairs.map(([name, value]) => fact(name, html`${value}`))}</dl>`
}

const fact = (name: string, value: Html) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** Adds the parameters that the real checkout returns, so that the product need not wait for the webhook. */
function signedReturn({ config }: SandboxState, returnUrl: string, order: Order, payment: Payment) {
  const url = new URL(returnUrl)
  url.searchParams.set('razorpay_payment_id', payment.id)
  url.searchParams.set('razorpay_order_id', order.id)
  url.searchParams.set('razorpay_signature', sign(config.gateway.keySecret, `${order.id}|${payment.id}`))
  return url.href
}
