import type { VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import { reseal } from '../../platform/crypto/reseal.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PayoutRow } from './payouts/payouts.sql.ts'
import type { RefundView } from './schema.ts'
import type { RequestRow } from './sql.ts'

const WORDS = 'refund.words'

/** Reasons and notes are free text and may contain personal data, so they are stored encrypted. */
export const sealText = async (deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId, words: string) =>
  (await deps.keyring.booksOf(db, vendorId)).seal(WORDS, words)

export const openText = async (deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId, cipher: Buffer) =>
  (await deps.keyring.booksOf(db, vendorId)).open(WORDS, cipher)

export const resealText = <Value extends Buffer | null>(cipher: FieldCipher, sealed: Value) =>
  reseal(cipher, WORDS, sealed)

export async function presentRequest(
  deps: Pick<Deps, 'keyring'>,
  db: Db,
  row: RequestRow,
  payouts: readonly PayoutRow[],
): Promise<RefundView> {
  const { vendor_id: vendorId, amount_minor_unit: amount } = row
  return {
    id: row.id,
    vendorId,
    kind: row.kind,
    basis: row.basis,
    status: row.status,
    invoiceId: row.invoice_id,
    invoiceNumber: row.invoice_number,
    reason: await openText(deps, db, vendorId, row.reason_cipher),
    note: row.note_cipher && (await openText(deps, db, vendorId, row.note_cipher)),
    currency: row.currency,
    amountMinorUnit: amount === null ? null : toJsonInteger(amount),
    feeMinorUnit: toJsonInteger(row.fee_minor_unit),
    forfeitMinorUnit: toJsonInteger(row.forfeit_minor_unit),
    manualPayoutMinorUnit: toJsonInteger(row.manual_payout_minor_unit),
    paidOutAt: row.paid_out_at?.toISOString() ?? null,
    paidOutReference:
      row.paid_out_reference_cipher && (await openText(deps, db, vendorId, row.paid_out_reference_cipher)),
    failure: row.failure,
    payouts: payouts
      .filter((payout) => payout.request_id === row.id)
      .map((payout) => ({
        gatewayPaymentId: payout.gateway_payment_id,
        gatewayRefundId: payout.gateway_refund_id,
        amountMinorUnit: toJsonInteger(payout.amount_minor_unit),
        status: payout.status,
      })),
    requestedAt: row.requested_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
