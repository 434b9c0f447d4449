import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Order } from '../orders/find.ts'
import { moveMoney } from '../wallet/move.ts'

/** The payment's id is the key of the credit, so that the ledger itself refuses a second one. */
export async function creditRecharge(
  tx: Tx,
  _deps: Deps,
  { vendorId, amountMinorUnit }: Order,
  { gatewayPaymentId }: { gatewayPaymentId: string },
  now: Date,
): Promise<undefined> {
  const credit = {
    type: 'CREDIT',
    amountMinorUnit,
    idempotencyKey: gatewayPaymentId,
    description: 'Wallet recharge',
    referenceType: 'RECHARGE',
    referenceId: gatewayPaymentId,
  } as const
  await moveMoney(tx, vendorId, [credit], now)
}
