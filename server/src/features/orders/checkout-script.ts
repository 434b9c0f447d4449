/**
 * Opens the gateway's checkout. Its result is passed to the portal in the URL fragment, which never reaches a server or
 * a log; the portal confirms the order with it.
 */
export const checkoutScript = `const button = document.getElementById('pay')
const statusLine = document.getElementById('payment-status')
const { key, order, orderId, amount, currency, purpose } = button.dataset
const show = (text) => { statusLine.textContent = text }
if (typeof Razorpay === 'undefined') {
  show('The payment window could not be loaded. Check your connection and try again.')
  button.textContent = 'Try again'
  button.addEventListener('click', () => location.reload())
} else {
  const checkout = new Razorpay({
    key, amount: Number(amount), currency, order_id: order, name: 'Harkara', description: purpose,
    theme: { color: '#0f766e' },
    modal: { ondismiss: () => show('The payment window is closed. You can open it again.') },
    handler({ razorpay_payment_id: gatewayPaymentId, razorpay_signature: signature }) {
      button.disabled = true
      show('Thank you. Confirming your payment…')
      location.assign('/billing/orders/' + orderId + '#' + new URLSearchParams({ gatewayPaymentId, signature }))
    },
  })
  checkout.on('payment.failed', () => show('The payment did not go through. You can try again.'))
  button.addEventListener('click', () => { show(''); checkout.open() })
  checkout.open()
}
`
