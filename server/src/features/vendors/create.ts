import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { VendorRole } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { openWallet } from '../wallet/open.ts'
import * as sql from './sql.ts'

/** For our first market. Everything except the currency can be changed at any time. */
const DEFAULTS = { country: 'IN', currency: 'INR', timezone: 'Asia/Kolkata' }

/** Creates a vendor with its data key, its wallet and its first administrator, all or none. */
export async function createVendor(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'config'>,
  input: { companyName: string; administrator: AccountId },
  now: Date,
): Promise<VendorId> {
  const vendorId = newId<'vendor'>()
  await sql.insertVendor(tx, vendorId, { companyName: input.companyName, ...DEFAULTS, now })
  await deps.keyring.create(tx, vendorId)
  await openWallet(tx, vendorId, {
    currency: DEFAULTS.currency,
    lowBalanceThreshold: deps.config.LOW_BALANCE_THRESHOLD_PAISE,
    now,
  })
  await addMember(tx, vendorId, input.administrator, 'ADMIN', now)
  return vendorId
}

export const addMember = (tx: Tx, vendorId: VendorId, accountId: AccountId, role: VendorRole, now: Date) =>
  sql.insertMember(tx, vendorId, accountId, role, now)
