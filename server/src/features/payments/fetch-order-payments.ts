import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { ReportedPayment } from '../../ports/payment-gateway.ts'
import { GatewayRefused, GatewayUnavailable } from '../../ports/payment-gateway.ts'
import type { ExternalRefund } from './unmatched/settle-refund.ts'

/** Fetches the payments and attempts that the gateway has for one of its orders. */
export async function fetchOrderPayments(
  deps: Pick<Deps, 'gateway'>,
  gatewayOrderId: string,
): Promise<ReportedPayment[]> {
  const payments = await deps.gateway.paymentsOf(gatewayOrderId).catch(throwUnavailable)
  return payments.map(({ status, ...payment }) => ({
    ...payment,
    gatewayOrderId,
    isCaptured: status === 'captured',
    method: null,
    notedVendorIds: [],
  }))
}

/**
 * What the gateway has returned of a payment, of which the payment itself tells only the sum. Undefined when the gateway
 * does not say.
 */
export async function fetchRefunds(
  deps: Pick<Deps, 'gateway'>,
  { isRefunded, gatewayPaymentId }: ReportedPayment,
): Promise<ExternalRefund[] | undefined> {
  if (!isRefunded) return []
  const refunds = await deps.gateway.refundsOf(gatewayPaymentId).catch((err: unknown) => {
    if (!(err instanceof GatewayRefused)) throwUnavailable(err)
  })
  return refunds?.flatMap(({ status, ...refund }) => (status === 'failed' ? [] : [{ ...refund, status }]))
}

function throwUnavailable(err: unknown): never {
  if (err instanceof GatewayUnavailable || err instanceof GatewayRefused)
    throw new AppError('GATEWAY_UNAVAILABLE', {
      detail: 'Your payment is not lost. It will be confirmed as soon as the payment gateway responds again.',
      retryAfterSeconds: 5,
    })
  throw err
}
