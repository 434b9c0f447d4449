import { isPayable } from '../../domain/billing/payment-order.ts'
import type { Deps } from '../../platform/deps.ts'
import { invalidField } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import { readWallet } from '../wallet/read.ts'
import { createOrder, type OrderView } from './create.ts'

type RechargeDeps = Parameters<typeof createOrder>[0] & Pick<Deps, 'db'>

/** Creates an order that adds funds to the wallet. The wallet is credited when the gateway reports the payment. */
export async function orderRecharge(
  deps: RechargeDeps,
  who: VendorPrincipal,
  input: { amountMinorUnit: number },
  idempotency: IdempotencyRecord,
): Promise<OrderView> {
  const { currency } = await readWallet(deps.db, who.vendorId)
  const amountMinorUnit = BigInt(input.amountMinorUnit)
  if (!isPayable(amountMinorUnit, currency)) throw notPayable(currency)
  return createOrder(deps, who, { type: 'WALLET', amountMinorUnit, currency, details: {} }, (tx, view) =>
    idempotency.saveAnswer(tx, 201, view),
  )
}

const notPayable = (currency: string) =>
  invalidField('amountMinorUnit', `must end in 0: ${currency} is paid with two decimals`)
