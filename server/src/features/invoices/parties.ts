import type { VendorId } from '../../domain/ids.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import { reseal } from '../../platform/crypto/reseal.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Profile, readProfile } from '../vendors/profile.ts'

/** Supplier and customer at the time of the document; stored with it, whatever changes later. */
export interface Parties {
  supplier: { name: string; address: string; gstin: string; stateCode: string }
  customer: Pick<Profile, 'companyName' | 'legalName' | 'gstin' | 'address' | 'country'>
}

const PARTIES = 'invoice.parties'

export const sealParties = (cipher: FieldCipher, parties: Parties) => cipher.seal(PARTIES, JSON.stringify(parties))
export const openParties = (cipher: FieldCipher, sealed: Buffer): Parties => JSON.parse(cipher.open(PARTIES, sealed))
export const resealParties = (cipher: FieldCipher, sealed: Buffer) => reseal(cipher, PARTIES, sealed)

/** Also returns the currency of the vendor's wallet. */
export async function readParties(
  deps: Pick<Deps, 'keyring' | 'config'>,
  db: Db,
  vendorId: VendorId,
): Promise<Parties & { vendorCurrency: string }> {
  const { companyName, legalName, gstin, address, country, currency } = await readProfile(deps, db, vendorId)
  const { SUPPLIER_NAME, SUPPLIER_ADDRESS, SUPPLIER_GSTIN, SUPPLIER_STATE_CODE } = deps.config
  return {
    supplier: {
      name: SUPPLIER_NAME,
      address: SUPPLIER_ADDRESS,
      gstin: SUPPLIER_GSTIN,
      stateCode: SUPPLIER_STATE_CODE,
    },
    customer: { companyName, legalName, gstin, address, country },
    vendorCurrency: currency,
  }
}

const REASON = 'credit-note.reason'
export const sealReason = (cipher: FieldCipher, reason: string) => cipher.seal(REASON, reason)
export const openReason = (cipher: FieldCipher, sealed: Buffer) => cipher.open(REASON, sealed)
export const resealReason = (cipher: FieldCipher, sealed: Buffer) => reseal(cipher, REASON, sealed)
