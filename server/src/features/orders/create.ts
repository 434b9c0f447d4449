import type { OrderType } from '../../domain/billing/payment-order.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { ORDER_CHECK_SECONDS_MIN, ORDER_TTL_HOURS } from '../../domain/limits.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { GatewayRefused, GatewayUnavailable } from '../../ports/payment-gateway.ts'
import { fixCurrency } from '../vendors/currency.ts'
import * as sql from './sql.ts'

interface NewOrder {
  type: OrderType
  amountMinorUnit: bigint
  currency: string
  /** Input for the effect of the payment. No personal data. */
  details: sql.OrderDetails
}

export type OrderView = ReturnType<typeof presentOrder>
type OrderDeps = Pick<Deps, 'db' | 'clock' | 'gateway' | 'config' | 'publicUrl' | 'log'>

/**
 * Creates an order at the gateway first and stores it second: a gateway order that was never stored is harmless because
 * no payer is sent to it, while a stored order without its counterpart would be incomplete. `also` runs in the
 * transaction that stores the order, to save the idempotent response.
 */
export async function createOrder(
  deps: OrderDeps,
  who: Pick<VendorPrincipal, 'vendorId'>,
  order: NewOrder,
  also: (tx: Tx, view: OrderView) => Promise<unknown> = async () => {},
): Promise<OrderView> {
  const now = deps.clock.now()
  const id = newId<'order'>()
  const gatewayOrderId = await createGatewayOrder(deps, who, id, order)
  const row = { ...order, id, gatewayOrderId, createdAt: now }
  const view = presentOrder(deps, row)
  await inTransaction(deps.db, (tx) => saveOrder(tx, who, row, (inner) => also(inner, view)))
  return view
}

async function createGatewayOrder(
  deps: OrderDeps,
  { vendorId }: Pick<VendorPrincipal, 'vendorId'>,
  receipt: string,
  order: NewOrder,
) {
  const { type, amountMinorUnit, currency, details } = order
  // Shown on the gateway's own pages only; never read back.
  const figures = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]))
  const request = { amountMinorUnit, currency, receipt, notes: { vendorId, type, orderId: receipt, ...figures } }
  try {
    return (await deps.gateway.createOrder(request)).gatewayOrderId
  } catch (err) {
    deps.log.warn({ event: 'order.create_failed', type, err })
    if (err instanceof GatewayUnavailable)
      throw new AppError('GATEWAY_UNAVAILABLE', {
        detail: 'No order was created. Try again in a moment.',
        retryAfterSeconds: 5,
      })
    if (err instanceof GatewayRefused)
      throw new AppError('GATEWAY_REFUSED', { detail: 'The payment gateway does not accept an order of this amount.' })
    throw err
  }
}

type SavedOrder = NewOrder & { id: string; gatewayOrderId: string; createdAt: Date }

async function saveOrder(
  tx: Tx,
  { vendorId }: Pick<VendorPrincipal, 'vendorId'>,
  order: SavedOrder,
  also: (tx: Tx) => Promise<unknown>,
) {
  const walletCurrency = await fixCurrency(tx, vendorId)
  if (order.type === 'WALLET' && walletCurrency !== order.currency)
    throw new AppError('INVALID_STATE', { detail: 'The currency was changed in the meantime. Try again.' })
  const startedAt = order.createdAt.getTime()
  await sql.insertOrder(tx, vendorId, {
    ...order,
    expiresAt: new Date(startedAt + ORDER_TTL_HOURS * HOUR_MS),
    nextCheckAt: new Date(startedAt + ORDER_CHECK_SECONDS_MIN * 1_000),
  })
  await also(tx)
}

/** The API view of an order, new or existing. */
export function presentOrder(
  deps: Pick<Deps, 'config' | 'publicUrl'>,
  order: { id: string; gatewayOrderId: string; amountMinorUnit: bigint; currency: string },
) {
  return {
    orderId: order.id,
    gatewayOrderId: order.gatewayOrderId,
    amountMinorUnit: toJsonInteger(order.amountMinorUnit),
    currency: order.currency,
    keyId: deps.config.GATEWAY_KEY_ID,
    checkoutUrl: checkoutUrl(deps, order),
  }
}

/** The address of our checkout page, or of the sandbox's page while the gateway is the sandbox. */
export const checkoutUrl = (
  { config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>,
  order: { id: string; gatewayOrderId: string },
) =>
  isSandboxGateway(config)
    ? `${config.sandboxUrl}/checkout/${order.gatewayOrderId}`
    : `${publicUrl()}/checkout/${order.id}`

export const isSandboxGateway = (config: Deps['config']) =>
  config.sandboxUrl !== undefined && config.GATEWAY_BASE_URL.startsWith(config.sandboxUrl)
