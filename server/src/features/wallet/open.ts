import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import * as sql from './sql.ts'

/** Every vendor has exactly one wallet, opened empty in the transaction that creates the vendor. */
export const openWallet = (
  tx: Tx,
  vendorId: VendorId,
  wallet: { currency: string; lowBalanceThreshold: number; now: Date },
) =>
  sql.insertWallet(tx, vendorId, {
    id: newId<'wallet'>(),
    currency: wallet.currency,
    lowBalanceThreshold: BigInt(wallet.lowBalanceThreshold),
    now: wallet.now,
  })
