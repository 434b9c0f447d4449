import type { VendorId } from '../../../src/domain/ids.ts'
import { type EntryResult, type LedgerEntry, tryMoveMoney } from '../../../src/features/wallet/move-money.ts'
import { openWallet } from '../../../src/features/wallet/open.ts'
import { readWallet } from '../../../src/features/wallet/read.ts'
import { type Db, inTransaction } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'

/** A vendor with a wallet and nothing else. */
export async function newWallet(db: Db, { currency = 'INR', threshold = 0, now = new Date() } = {}): Promise<VendorId> {
  const vendorId = newId<'vendor'>()
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('vendor')
      .values({
        id: vendorId,
        company_name: 'Wallet & Sons',
        country: 'IN',
        currency,
        timezone: 'Asia/Kolkata',
        status: 'ACTIVE',
        created_at: now,
        updated_at: now,
      })
      .execute()
    await openWallet(tx, vendorId, { currency, lowBalanceThreshold: threshold, now })
  })
  return vendorId
}

let keys = 0
/** A ledger entry with its own key, unless one is given. */
export const movement = (
  type: LedgerEntry['type'],
  amountMinorUnit: number | bigint,
  more: Partial<LedgerEntry> = {},
): LedgerEntry => ({
  type,
  amountMinorUnit: BigInt(amountMinorUnit),
  idempotencyKey: `key-${process.pid}-${++keys}`,
  description: `a ${type}`,
  ...more,
})

export const move = (
  db: Db,
  vendorId: VendorId,
  movements: readonly LedgerEntry[],
  now = new Date(),
): Promise<EntryResult[]> => inTransaction(db, (tx) => tryMoveMoney(tx, vendorId, movements, now))

export const figuresOf = async (db: Db, vendorId: VendorId) => {
  const wallet = await readWallet(db, vendorId)
  return {
    balance: wallet.balance_minor_unit,
    bonus: wallet.bonus_balance_minor_unit,
    reserved: wallet.reserved_minor_unit,
    rows: wallet.head_sequence,
  }
}
