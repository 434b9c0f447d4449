import type { Generated } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    wallet: {
      vendor_id: VendorId
      id: string
      balance_minor_unit: Generated<bigint>
      currency: string
      low_balance_threshold: bigint
      last_recharged_at: Date | null
      created_at: Date
      updated_at: Date
    }
  }
}

export const insertWallet = (
  tx: Tx,
  vendorId: VendorId,
  wallet: { id: string; currency: string; lowBalanceThreshold: bigint; now: Date },
) =>
  tx
    .insertInto('wallet')
    .values({
      vendor_id: vendorId,
      id: wallet.id,
      currency: wallet.currency,
      low_balance_threshold: wallet.lowBalanceThreshold,
      created_at: wallet.now,
      updated_at: wallet.now,
    })
    .execute()

export const findLowBalanceThreshold = (db: Db, vendorId: VendorId) =>
  db.selectFrom('wallet').select('low_balance_threshold').where('vendor_id', '=', vendorId).executeTakeFirstOrThrow()

export const updateWalletSettings = (
  tx: Tx,
  vendorId: VendorId,
  settings: { currency?: string; low_balance_threshold?: bigint; updated_at: Date },
) => tx.updateTable('wallet').set(settings).where('vendor_id', '=', vendorId).execute()
