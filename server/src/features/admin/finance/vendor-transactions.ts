import type { VendorId } from '../../../domain/ids.ts'
import type { LedgerType } from '../../../domain/money/ledger-signs.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import { listTransactions, listTransactionsByKey } from '../../wallet/read.ts'
import { correctionKey, isOperatorCredit } from '../wallet/correct.ts'

/** With the corrections of operators' credits. */
export async function listVendorTransactions(
  { db }: Pick<Deps, 'db'>,
  vendorId: VendorId,
  type: LedgerType | undefined,
  page: Page,
) {
  const { transactions, total } = await listTransactions(db, vendorId, type, page)
  const keys = transactions.filter(isOperatorCredit).map((one) => correctionKey(one.id))
  const corrections = new Map(
    (await listTransactionsByKey(db, vendorId, keys)).map((one) => [one.idempotencyKey, one] as const),
  )
  const rows = transactions.map((one) => {
    const correction = corrections.get(correctionKey(one.id))
    return {
      ...one,
      isCorrectable: isOperatorCredit(one) && !correction,
      correction: correction
        ? { transactionId: correction.id, amountMinorUnit: correction.amountMinorUnit, at: correction.createdAt }
        : null,
    }
  })
  return { rows, total }
}
