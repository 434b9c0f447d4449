import type { LedgerType } from '../../domain/money/ledger-signs.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Slice } from '../../platform/http/pagination.ts'
import { listTransactions, listTransactionsByKey } from '../wallet/read.ts'
import { findVendorOrThrow } from './vendor.ts'
import { correctionKey, isOperatorCredit } from './wallet/correct.ts'

/** With the corrections of operators' credits. */
export async function listVendorTransactions(
  { db }: Pick<Deps, 'db'>,
  id: string,
  type: LedgerType | undefined,
  slice: Slice,
) {
  const vendor = await findVendorOrThrow(db, id)
  const { transactions, total } = await listTransactions(db, vendor.id, type, slice)
  const keys = transactions.filter(isOperatorCredit).map((one) => correctionKey(one.id))
  const corrections = new Map(
    (await listTransactionsByKey(db, vendor.id, keys)).map((one) => [one.idempotencyKey, one] as const),
  )
  return {
    total,
    transactions: transactions.map((one) => {
      const correction = corrections.get(correctionKey(one.id))
      return {
        ...one,
        isCorrectable: isOperatorCredit(one) && !correction,
        correction: correction
          ? { transactionId: correction.id, amountMinorUnit: correction.amountMinorUnit, at: correction.createdAt }
          : null,
      }
    }),
  }
}
