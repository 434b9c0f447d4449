import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { ReportedPayment } from '../../ports/payment-gateway.ts'
import { GatewayRefused, GatewayUnavailable } from '../../ports/payment-gateway.ts'

/** Fetches the payments and attempts that the gateway has for one of its orders. */
export async function fetchOrderPayments(
  deps: Pick<Deps, 'gateway'>,
  gatewayOrderId: string,
): Promise<ReportedPayment[]> {
  const payments = await deps.gateway.paymentsOf(gatewayOrderId).catch((err: unknown) => {
    if (err instanceof GatewayUnavailable || err instanceof GatewayRefused)
      throw new AppError('GATEWAY_UNAVAILABLE', {
        detail: 'Your payment is not lost. It will be confirmed as soon as the payment gateway responds again.',
        retryAfterSeconds: 5,
      })
    throw err
  })
  return payments.map(({ status, ...payment }) => ({
    ...payment,
    gatewayOrderId,
    isCaptured: status === 'captured',
    isRefunded: status === 'refunded',
    method: null,
    notedVendorIds: [],
  }))
}
