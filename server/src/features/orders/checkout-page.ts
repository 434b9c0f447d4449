import { formatMoney } from '../../domain/money.ts'
import { escapeHtml } from '../../platform/mail.ts'
import type { Order } from './find.ts'

const GATEWAY_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'
const GATEWAY_ORIGINS = 'https://checkout.razorpay.com https://api.razorpay.com https://*.razorpay.com'

/** The only page that lets the gateway in: its script, its frames and its calls. No script is inline. */
export const CHECKOUT_SECURITY = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  `script-src 'self' ${GATEWAY_ORIGINS}`,
  `frame-src ${GATEWAY_ORIGINS}`,
  `connect-src 'self' ${GATEWAY_ORIGINS}`,
  `img-src 'self' data: ${GATEWAY_ORIGINS}`,
  `form-action 'self' ${GATEWAY_ORIGINS}`,
  // The gateway's script writes the styles of its frame into the page.
  "style-src 'self' 'unsafe-inline'",
].join('; ')

const PURPOSES = {
  WALLET: 'Wallet recharge',
  ONBOARDING: 'Setup and first cycle',
  CYCLE: 'Subscription',
  PLAN_CHANGE: 'Change of plan',
} as const

export const checkoutPage = (order: Order, keyId: string) =>
  page(
    'Pay',
    `<p class="quiet">${PURPOSES[order.type]}</p>
<h1>${escapeHtml(formatMoney(order.amountMinorUnit, order.currency))}</h1>
<button id="pay" type="button" data-key="${escapeHtml(keyId)}" data-order="${escapeHtml(order.gatewayOrderId)}"
  data-order-id="${escapeHtml(order.id)}" data-amount="${order.amountMinorUnit}" data-currency="${escapeHtml(order.currency)}"
  data-purpose="${PURPOSES[order.type]}">Pay now</button>
<p id="told" class="quiet" role="status"></p>
<script src="${GATEWAY_SCRIPT}"></script><script src="/checkout/page.js"></script>`,
  )

export const paidPage = () =>
  page('Paid', '<h1>This order is paid.</h1><p class="quiet">Thank you. You can close this page.</p>')

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title} · Harkara</title>
<link rel="stylesheet" href="/checkout/page.css">
</head>
<body>
<main>
<p class="brand">Harkara</p>
${content}
</main>
</body>
</html>`

/** What the checkout hands over goes behind the #, which no server and no log ever sees; the portal confirms with it. */
export const checkoutScript = `const button = document.getElementById('pay')
const told = document.getElementById('told')
const { key, order, orderId, amount, currency, purpose } = button.dataset
const checkout = new Razorpay({
  key, amount: Number(amount), currency, order_id: order, name: 'Harkara', description: purpose,
  handler({ razorpay_payment_id: gatewayPaymentId, razorpay_signature: signature }) {
    location.assign('/wallet#' + new URLSearchParams({ orderId, gatewayPaymentId, signature }))
  },
})
checkout.on('payment.failed', () => { told.textContent = 'The payment did not go through. You can try again.' })
button.addEventListener('click', () => checkout.open())
checkout.open()
`

export const checkoutStyle = `:root{color-scheme:light dark;--ink:light-dark(#1a1d21,#e8eaed);--quiet:light-dark(#5f6670,#9aa2ad);
--paper:light-dark(#fff,#15181b);--accent:light-dark(#0b57d0,#8ab4f8);--on-accent:light-dark(#fff,#15181b)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif}
main{max-width:28rem;margin:0 auto;padding:clamp(2rem,12vh,8rem) 1.25rem}
.brand{font-weight:600;margin:0 0 2rem}
h1{margin:0 0 1.5rem;font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.2;font-variant-numeric:tabular-nums}
button{width:100%;padding:.8rem 1rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.quiet{margin:.25rem 0;color:var(--quiet)}`
