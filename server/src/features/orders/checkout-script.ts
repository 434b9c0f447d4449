import type { GatewayCheckout } from '../../ports/payment-gateway.ts'

/**
 * Opens the gateway's checkout. Its result is passed to the portal in the URL fragment, which never reaches a server or
 * a log; the portal confirms the order with it.
 */
export const checkoutScript = ({ browserCode }: Pick<GatewayCheckout, 'browserCode'>) => `${browserCode}
const button = document.getElementById('pay')
const statusLine = document.getElementById('payment-status')
const { key, order, orderId, amount, currency, purpose } = button.dataset
const show = (text) => { statusLine.textContent = text }
const checkout = createCheckout({
  keyId: key, gatewayOrderId: order, amountMinorUnit: Number(amount), currency,
  merchant: 'Harkara', description: purpose, accentColour: '#0f766e',
}, {
  paid({ gatewayPaymentId, signature }) {
    button.disabled = true
    show('Thank you. Confirming your payment…')
    location.assign('/billing/orders/' + orderId + '#' + new URLSearchParams({ gatewayPaymentId, signature }))
  },
  failed: () => show('The payment did not go through. You can try again.'),
  closed: () => show('The payment window is closed. You can open it again.'),
})
if (checkout) {
  button.addEventListener('click', () => { show(''); checkout.open() })
  checkout.open()
} else {
  show('The payment window could not be loaded. Check your connection and try again.')
  button.textContent = 'Try again'
  button.addEventListener('click', () => location.reload())
}
`
