import { formatMoney, toJsonInteger } from '../../domain/money/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { notify } from '../notifications/notify.ts'
import type { Order } from '../orders/find.ts'
import { moveMoney } from '../wallet/move-money.ts'

/** Posts credit, invoice and notice. The payment's id is the unique key of each, so none can be created twice. */
export async function creditRecharge(
  tx: Tx,
  deps: Deps,
  { vendorId, amountMinorUnit, currency }: Pick<Order, 'vendorId' | 'amountMinorUnit' | 'currency'>,
  { gatewayPaymentId }: { gatewayPaymentId: string },
  now: Date,
) {
  const credit = {
    type: 'CREDIT',
    amountMinorUnit,
    idempotencyKey: gatewayPaymentId,
    description: `Recharge of ${formatMoney(amountMinorUnit, currency)}`,
    referenceType: 'RECHARGE',
    referenceId: gatewayPaymentId,
  } as const
  const [result] = await moveMoney(tx, vendorId, [credit], now)
  const bill = { type: 'WALLET_RECHARGE', baseMinorUnit: amountMinorUnit, currency, gatewayPaymentId } as const
  const invoice = await issueInvoice(tx, deps, vendorId, { ...bill, description: 'Wallet recharge' }, now)
  const notice = {
    kind: 'RECHARGE_CONFIRMED',
    amountMinorUnit: toJsonInteger(amountMinorUnit),
    balanceMinorUnit: toJsonInteger(result?.balanceAfterMinorUnit ?? 0n),
    currency,
    invoiceNumber: invoice.invoiceNumber,
  } as const
  await notify(tx, vendorId, notice, `recharge-${gatewayPaymentId}`, now)
  return result?.outcome
}
