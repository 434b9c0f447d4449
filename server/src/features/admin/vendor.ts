import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import { countCampaigns } from '../campaigns/reports/read-campaign.ts'
import { readSubscription } from '../subscriptions/lifecycle/current.ts'
import { present } from '../subscriptions/present.ts'
import { isClosedOrClosing } from '../vendors/close.ts'
import { listMembers } from '../vendors/members.ts'
import { isMessagingOn } from '../vendors/messaging.ts'
import { type Profile, presentAddress, readProfile } from '../vendors/profile.ts'
import { verifyLedger } from '../wallet/ledger/verify.ts'
import { readBalance } from '../wallet/read.ts'
import * as sql from './vendor.sql.ts'

/** One vendor as operators see it: company, administrators, plan, wallet, and counts. Nothing of its contacts. */
export async function readVendor(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'keyring'>, id: string) {
  const { db } = deps
  const now = deps.clock.now()
  const found = await findVendorOrThrow(db, id)
  const [subscription, wallet, profile, administrators, counts, campaigns] = await Promise.all([
    readSubscription(db, found.id, now),
    readBalance(db, found.id),
    readProfile(deps, db, found.id),
    readAdministrators(deps, found.id),
    sql.countRows(db, found.id),
    countCampaigns(db, found.id),
  ])
  const { messagingUntil, suspendedAt, suspensionReason, ...vendor } = found
  return {
    ...vendor,
    messagingEnabled: isMessagingOn({ ...vendor, messagingUntil }, now),
    suspension: suspendedAt && { since: suspendedAt.toISOString(), reason: suspensionReason ?? '' },
    createdAt: vendor.createdAt.toISOString(),
    subscription: subscription ? await present(deps, db, subscription, now) : null,
    wallet,
    company: companyOf(profile),
    administrators,
    campaigns: { byStatus: campaigns, heldMinorUnit: wallet.reservedMinorUnit },
    counts,
  }
}

const companyOf = ({ legalName, gstin, address, phone, billingEmail }: Profile) => ({
  legalName,
  gstin,
  address: presentAddress({ address, gstin }),
  phone,
  billingEmail,
})

async function readAdministrators(deps: Pick<Deps, 'db' | 'keyring'>, vendorId: VendorId) {
  const members = await listMembers(deps.db, vendorId)
  const ids = members.filter(({ role }) => role === 'ADMIN').map(({ accountId }) => accountId)
  const accounts = await describeAccounts(deps, deps.db, ids)
  return ids.flatMap((id) => accounts.get(id) ?? []).map(({ email }) => ({ email }))
}

/** Recomputes the vendor's ledger from its first entry. */
export const verifyVendorLedger = async ({ db }: Pick<Deps, 'db'>, id: string) =>
  verifyLedger(db, (await findVendorOrThrow(db, id)).id)

export async function findVendorOrThrow(db: Db, id: string) {
  const found = await sql.findVendor(db, id as VendorId)
  if (!found) throw notFound()
  return found
}

/** Under the wallet's lock, which closing takes too. */
export async function assertNotClosed(tx: Tx, vendorId: VendorId) {
  if (await isClosedOrClosing(tx, vendorId))
    throw new AppError('INVALID_STATE', { detail: 'The account is closed or being closed.' })
}
