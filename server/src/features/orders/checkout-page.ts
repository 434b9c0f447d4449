import { formatMoney } from '../../domain/money/money.ts'
import { brandMark } from '../../platform/brand.ts'
import { escapeHtml } from '../../platform/mail.ts'
import type { GatewayCheckout } from '../../ports/payment-gateway.ts'
import type { Order } from './find.ts'

/** The only page that allows the gateway's script, frames and calls. No script is inline. */
export function checkoutSecurity(gateway: GatewayCheckout) {
  const origins = gateway.origins.join(' ')
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `script-src 'self' ${origins}`,
    `frame-src ${origins}`,
    `connect-src 'self' ${origins}`,
    `img-src 'self' data: ${origins}`,
    `form-action 'self' ${origins}`,
    // The gateway's script writes the styles of its frame into the page.
    "style-src 'self' 'unsafe-inline'",
  ].join('; ')
}

const PURPOSES = {
  WALLET: 'Wallet recharge',
  ONBOARDING: 'Setup fee and first billing cycle',
  CYCLE: 'Subscription',
  PLAN_CHANGE: 'Change of plan',
} as const

export const checkoutPage = (order: Order, keyId: string, gateway: GatewayCheckout) => {
  const amount = amountOf(order)
  return page(
    `Pay ${amount}`,
    `<p class="quiet">${PURPOSES[order.type]}</p>
<h1>${amount}</h1>
<button id="pay" type="button" data-key="${escapeHtml(keyId)}" data-order="${escapeHtml(order.gatewayOrderId)}"
  data-order-id="${escapeHtml(order.id)}" data-amount="${order.amountMinorUnit}" data-currency="${escapeHtml(order.currency)}"
  data-purpose="${PURPOSES[order.type]}">Pay ${amount}</button>
<p id="payment-status" role="status"></p>
<noscript><p id="payment-status">This page needs JavaScript to open the payment.</p></noscript>
<p class="fine">Payments are processed by ${escapeHtml(gateway.name)}. Harkara never sees your card or bank details.</p>
<script src="${escapeHtml(gateway.scriptUrl)}"></script><script src="/checkout/page.js"></script>`,
    `<dl><dt>Order</dt><dd>${escapeHtml(order.gatewayOrderId)}</dd></dl>`,
  )
}

export const paidPage = (order: Order) =>
  page(
    'Paid',
    `<p class="done">Paid</p>
<h1>${amountOf(order)}</h1>
<p>Thank you. We have received your payment. The invoice is in your account.</p>
<p class="fine">You can close this page, or <a href="/">return to Harkara</a>.</p>`,
  )

export const unavailablePage = () =>
  page(
    'Order cannot be paid',
    `<h1 class="words">This order cannot be paid</h1>
<p>It has expired, or the link is incomplete.</p>
<p class="fine"><a href="/">Go to Harkara</a> and start the payment again.</p>`,
  )

const amountOf = (order: Order) => escapeHtml(formatMoney(order.amountMinorUnit, order.currency))

const LOGO = brandMark(28)
const ICON = `data:image/svg+xml,${encodeURIComponent(LOGO.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '))}`

const page = (title: string, content: string, below = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title} · Harkara</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="/checkout/page.css">
</head>
<body>
<main>
<p class="brand">${LOGO}Harkara</p>
<section>
${content}
</section>
${below}
</main>
</body>
</html>`
