import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type {} from '../tables.ts'

interface LateParts {
  amountMinorUnit: bigint
  forfeitMinorUnit: bigint
}

/** Nobody has decided a late refund; an operator has decided each closure. */
const lateRefunds = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('refund_request')
    .where('vendor_id', '=', vendorId)
    .where('kind', '=', 'WALLET_EXIT')
    .where('status', '=', 'REFUNDED')
    .where('decided_by', 'is', null)

export const lockUnpaidLateRefund = (tx: Tx, vendorId: VendorId) =>
  lateRefunds(tx, vendorId)
    .select('id')
    .where('paid_out_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** All that became owed after the closing, paid out or not. */
export const sumLateRefunds = (db: Db, vendorId: VendorId) =>
  lateRefunds(db, vendorId)
    .select([
      sql<bigint>`coalesce(sum(amount_minor_unit), 0)::bigint`.as('amountMinorUnit'),
      sql<bigint>`coalesce(sum(forfeit_minor_unit), 0)::bigint`.as('forfeitMinorUnit'),
    ])
    .executeTakeFirstOrThrow()

export const insertLateRefund = (
  tx: Tx,
  vendorId: VendorId,
  refund: LateParts & { id: string; currency: string; reasonCipher: Buffer; now: Date },
) =>
  tx
    .insertInto('refund_request')
    .values({
      vendor_id: vendorId,
      id: refund.id,
      kind: 'WALLET_EXIT',
      basis: 'EXIT',
      status: 'REFUNDED',
      currency: refund.currency,
      reason_cipher: refund.reasonCipher,
      requested_at: refund.now,
      decided_at: refund.now,
      finished_at: refund.now,
      amount_minor_unit: refund.amountMinorUnit,
      manual_payout_minor_unit: refund.amountMinorUnit,
      forfeit_minor_unit: refund.forfeitMinorUnit,
    })
    .execute()

export const addToLateRefund = (tx: Tx, vendorId: VendorId, id: string, more: LateParts) =>
  tx
    .updateTable('refund_request')
    .set((eb) => ({
      amount_minor_unit: eb('amount_minor_unit', '+', more.amountMinorUnit),
      manual_payout_minor_unit: eb('manual_payout_minor_unit', '+', more.amountMinorUnit),
      forfeit_minor_unit: eb('forfeit_minor_unit', '+', more.forfeitMinorUnit),
    }))
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()
