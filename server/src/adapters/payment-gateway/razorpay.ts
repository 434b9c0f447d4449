import { toJsonInteger } from '../../domain/money/money.ts'
import type { PaymentGateway } from '../../ports/payment-gateway.ts'
import { type RazorpaySettings, razorpayCalls } from './razorpay-call.ts'
import { isRefunded, OrderResponse, PaymentsResponse, RefundResponse, RefundsResponse } from './razorpay-responses.ts'
import { razorpaySubscriptions } from './razorpay-subscriptions.ts'

/** The most that the gateway lists at once. */
const LIST_MAX = 100

/** The gateway's REST API, version 1. */
export function razorpayGateway(settings: RazorpaySettings): PaymentGateway & { close(): Promise<void> } {
  const razorpay = razorpayCalls(settings)
  return {
    ...razorpaySubscriptions(razorpay),

    async createOrder({ amountMinorUnit, currency, receipt, notes }) {
      const { id, status } = await razorpay.call({
        method: 'POST',
        path: '/orders',
        body: { amount: toJsonInteger(amountMinorUnit), currency, receipt, notes, partial_payment: false },
        response: OrderResponse,
      })
      return { gatewayOrderId: id, status }
    },

    async paymentsOf(gatewayOrderId) {
      const { items } = await razorpay.call({
        method: 'GET',
        path: `/orders/${encodeURIComponent(gatewayOrderId)}/payments`,
        response: PaymentsResponse,
      })
      return items.map((payment) => ({
        gatewayPaymentId: payment.id,
        amountMinorUnit: payment.amount,
        currency: payment.currency,
        status: payment.status,
        isRefunded: isRefunded(payment),
        invoiceId: payment.invoice_id ?? null,
      }))
    },

    async refund({ gatewayPaymentId, amountMinorUnit, idempotencyKey, notes }) {
      const { id, amount, status } = await razorpay.call({
        method: 'POST',
        path: `/payments/${encodeURIComponent(gatewayPaymentId)}/refund`,
        headers: { 'x-refund-idempotency': idempotencyKey },
        body: { amount: toJsonInteger(amountMinorUnit), speed: 'normal', notes },
        response: RefundResponse,
      })
      return { gatewayRefundId: id, amountMinorUnit: amount, status }
    },

    async refundsOf(gatewayPaymentId) {
      const { items } = await razorpay.call({
        method: 'GET',
        path: `/payments/${encodeURIComponent(gatewayPaymentId)}/refunds?count=${LIST_MAX}`,
        response: RefundsResponse,
      })
      return items.map(({ id, amount, status, notes }) => ({
        gatewayRefundId: id,
        amountMinorUnit: amount,
        status,
        notes,
      }))
    },

    close: razorpay.close,
  }
}
