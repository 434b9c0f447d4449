import type { Selectable } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type {} from '../tables.ts'

export type PayoutRow = Selectable<Tables['refund_payout']>
type PayoutStatus = PayoutRow['status']

export interface NewPayout {
  id: string
  requestId: string
  gatewayPaymentId: string
  invoiceId: string | null
  amountMinorUnit: bigint
  currency: string
}

export const insertPayouts = (tx: Tx, vendorId: VendorId, payouts: readonly NewPayout[], now: Date) =>
  tx
    .insertInto('refund_payout')
    .values(
      payouts.map((payout) => ({
        vendor_id: vendorId,
        id: payout.id,
        request_id: payout.requestId,
        gateway_payment_id: payout.gatewayPaymentId,
        invoice_id: payout.invoiceId,
        amount_minor_unit: payout.amountMinorUnit,
        currency: payout.currency,
        created_at: now,
      })),
    )
    .execute()

export const listPayouts = (db: Db, vendorId: VendorId, requestIds: readonly string[]) =>
  db
    .selectFrom('refund_payout')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('request_id', 'in', requestIds)
    .orderBy('id')
    .execute()

/** The amount refunded, or being refunded, over each payment. */
export const refundedByPayment = async (db: Db, vendorId: VendorId) => {
  const rows = await db
    .selectFrom('refund_payout')
    .select((eb) => ['gateway_payment_id', eb.fn.sum<string>('amount_minor_unit').as('amount')])
    .where('vendor_id', '=', vendorId)
    .where('status', '<>', 'FAILED')
    .groupBy('gateway_payment_id')
    .execute()
  return new Map(rows.map(({ gateway_payment_id: id, amount }) => [id, BigInt(amount)]))
}

/** Undefined when the payout already has this status or has been settled. Settled payouts do not change. */
export const transitionPayout = (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  to: Exclude<PayoutStatus, 'PLANNED'>,
  gatewayRefundId: string | null,
  now: Date,
) =>
  tx
    .updateTable('refund_payout')
    .set({
      status: to,
      ...(gatewayRefundId !== null && { gateway_refund_id: gatewayRefundId }),
      ...(to !== 'ACCEPTED' && { settled_at: now }),
    })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', 'in', to === 'ACCEPTED' ? ['PLANNED'] : ['PLANNED', 'ACCEPTED'])
    .returningAll()
    .executeTakeFirst()
