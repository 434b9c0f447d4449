import type { VendorId } from '../../domain/ids.ts'
import { GST_STATES, stateCodeOf } from '../../domain/invoicing/gstin.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import { reseal } from '../../platform/crypto/reseal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { changeWalletSettings, lowBalanceThreshold } from '../wallet/settings.ts'
import { VendorDetails, type VendorPatch } from './schema.ts'
import * as sql from './sql.ts'

type ProfileDeps = Pick<Deps, 'db' | 'keyring' | 'clock' | 'config'>
const DETAILS = 'vendor.details'

export async function readProfile(deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId) {
  const vendor = await sql.findVendor(db, vendorId)
  const cipher = await deps.keyring.booksOf(db, vendorId)
  const details = VendorDetails.parse(
    vendor.details_cipher ? JSON.parse(cipher.open(DETAILS, vendor.details_cipher)) : {},
  )
  return {
    id: vendor.id,
    companyName: vendor.company_name,
    ...details,
    country: vendor.country,
    currency: vendor.currency,
    timezone: vendor.timezone,
    lowBalanceThreshold: await lowBalanceThreshold(db, vendorId),
    mfaRequired: vendor.mfa_required,
    status: vendor.status,
    suspension: suspensionOf(vendor),
    messagingEnabled: vendor.messaging_enabled,
    messagingUntil: vendor.messaging_until,
    createdAt: vendor.created_at,
  }
}
const suspensionOf = (vendor: { suspended_at: Date | null; suspension_reason: string | null }) =>
  vendor.suspended_at && { since: vendor.suspended_at.toISOString(), reason: vendor.suspension_reason ?? '' }

export type Profile = Awaited<ReturnType<typeof readProfile>>

/** Of a company with a tax number the state is known before the rest of the address. */
export function presentAddress({ address, gstin }: Pick<Profile, 'address' | 'gstin'>) {
  if (!address && !gstin) return null
  return {
    line1: address?.line1 ?? null,
    line2: address?.line2 ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    stateCode: address?.stateCode ?? null,
    postalCode: address?.postalCode ?? null,
    country: address?.country ?? null,
    ...(gstin && stateOfGstin(gstin)),
  }
}

/**
 * Changes the fields in the patch. The whole profile is read under the row lock, so concurrent patches do not undo each
 * other.
 */
export async function updateProfile(deps: ProfileDeps, who: VendorPrincipal, patch: VendorPatch): Promise<Profile> {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => updateWithin(tx, deps, who, patch, now))
}

async function updateWithin(tx: Tx, deps: ProfileDeps, who: VendorPrincipal, patch: VendorPatch, now: Date) {
  const { vendorId } = who
  const { currency_fixed: currencyFixed } = await sql.lockVendor(tx, vendorId)
  const before = await readProfile(deps, tx, vendorId)
  if (currencyFixed && patch.currency && patch.currency !== before.currency)
    throw new AppError('CURRENCY_FIXED', {
      detail: 'The currency was fixed by your first order and cannot be changed.',
    })
  const { companyName, country, currency, timezone, mfaRequired, lowBalanceThreshold: threshold, ...rest } = patch
  const newDetails = withStateOfGstin(VendorDetails.parse(withStoredAddress({ ...before, ...rest })))
  const cipher = await deps.keyring.booksOf(tx, vendorId)
  await sql.updateVendor(tx, vendorId, {
    ...(companyName !== undefined && { company_name: companyName }),
    ...(country !== undefined && { country }),
    ...(currency !== undefined && { currency }),
    ...(timezone !== undefined && { timezone }),
    ...(mfaRequired !== undefined && { mfa_required: mfaRequired }),
    details_cipher: cipher.seal(DETAILS, JSON.stringify(newDetails)),
    updated_at: now,
  })
  if (currency !== undefined || threshold !== undefined)
    await changeWalletSettings(tx, deps, vendorId, { currency, lowBalanceThreshold: threshold }, now)
  const subject = { subjectType: 'vendor', subjectId: vendorId }
  // The names of the fields only: their values are personal data of the company's people.
  const details = { fields: Object.keys(patch).sort().join(' ') }
  await recordForVendor(tx, who, { action: 'COMPANY_UPDATED', ...subject, details }, now)
  if (mfaRequired !== undefined && mfaRequired !== before.mfaRequired) {
    const action = mfaRequired ? 'MFA_REQUIRED_FOR_TEAM' : 'MFA_OPTIONAL_FOR_TEAM'
    await recordForVendor(tx, who, { action, ...subject }, now)
  }
  return readProfile(deps, tx, vendorId)
}

/** An address of only a tax number's state, as it is shown, is not stored. Any other needs its first line. */
function withStoredAddress(details: Pick<VendorPatch, 'gstin' | 'address'>) {
  if (!details.address || details.address.line1 !== null) return details
  const { state: _, stateCode: __, ...others } = details.address
  if (details.gstin && Object.values(others).every((part) => part === null || part === undefined))
    return { ...details, address: null }
  throw invalidField('address.line1', 'is required')
}

/** A registered company's state is the one in its tax number, whatever the address says. */
function withStateOfGstin(details: VendorDetails): VendorDetails {
  if (!details.gstin || !details.address) return details
  return { ...details, address: { ...details.address, ...stateOfGstin(details.gstin) } }
}

function stateOfGstin(gstin: string) {
  const stateCode = stateCodeOf(gstin)
  return { stateCode, state: GST_STATES[stateCode] ?? null }
}

/** Moves company details that were sealed with the vendor's data key to its books key. */
export async function resealProfile(tx: Tx, vendorId: VendorId, cipher: FieldCipher) {
  const { details_cipher: details } = await sql.lockVendor(tx, vendorId)
  if (details) await sql.updateVendor(tx, vendorId, { details_cipher: reseal(cipher, DETAILS, details) })
}
