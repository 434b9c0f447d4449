import type { GatewayCheckout } from '../../ports/payment-gateway.ts'

/** Standard Checkout: its script declares the class `Razorpay`, which opens the window in a frame. */
export const razorpayCheckout: GatewayCheckout = {
  name: 'Razorpay',
  scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  origins: ['https://checkout.razorpay.com', 'https://api.razorpay.com', 'https://*.razorpay.com'],
  browserCode: `function createCheckout(order, { paid, failed, closed }) {
  if (typeof Razorpay === 'undefined') return undefined
  const checkout = new Razorpay({
    key: order.keyId, amount: order.amountMinorUnit, currency: order.currency, order_id: order.gatewayOrderId,
    name: order.merchant, description: order.description, theme: { color: order.accentColour },
    modal: { ondismiss: () => closed() },
    handler: ({ razorpay_payment_id: gatewayPaymentId, razorpay_signature: signature }) => paid({ gatewayPaymentId, signature }),
  })
  checkout.on('payment.failed', () => failed())
  return checkout
}
`,
}
