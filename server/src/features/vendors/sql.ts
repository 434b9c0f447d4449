import type { Generated } from 'kysely'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { VendorRole } from '../../platform/http/principal.ts'

export type VendorStatus = 'ACTIVE' | 'SUSPENDED' | 'CLOSING' | 'CLOSED'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    vendor: {
      id: VendorId
      company_name: string
      details_cipher: Buffer | null
      country: string
      currency: string
      currency_fixed: Generated<boolean>
      timezone: string
      status: VendorStatus
      messaging_enabled: Generated<boolean>
      messaging_until: Date | null
      /** Members without a second factor can only set one up. */
      mfa_required: Generated<boolean>
      suspended_at: Date | null
      suspension_reason: string | null
      closed_at: Date | null
      /** The data key is gone. */
      data_destroyed_at: Date | null
      /** What it had encrypted is gone as well. */
      data_erased_at: Date | null
      created_at: Date
      updated_at: Date
    }
    vendor_user: { vendor_id: VendorId; account_id: AccountId; role: VendorRole; created_at: Date }
  }
}

export const insertVendor = (
  tx: Tx,
  vendorId: VendorId,
  vendor: { companyName: string; country: string; currency: string; timezone: string; now: Date },
) =>
  tx
    .insertInto('vendor')
    .values({
      id: vendorId,
      company_name: vendor.companyName,
      country: vendor.country,
      currency: vendor.currency,
      timezone: vendor.timezone,
      status: 'ACTIVE',
      created_at: vendor.now,
      updated_at: vendor.now,
    })
    .execute()

const vendorRow = (db: Db, vendorId: VendorId) => db.selectFrom('vendor').selectAll().where('id', '=', vendorId)

export const findVendor = (db: Db, vendorId: VendorId) => vendorRow(db, vendorId).executeTakeFirstOrThrow()

/** FOR NO KEY UPDATE: the vendor's id never changes, so rows that reference it may still be inserted. */
export const lockVendor = (tx: Tx, vendorId: VendorId) =>
  vendorRow(tx, vendorId).forNoKeyUpdate().executeTakeFirstOrThrow()

export const updateVendor = (
  tx: Tx,
  vendorId: VendorId,
  change: {
    company_name?: string
    details_cipher?: Buffer
    country?: string
    currency?: string
    timezone?: string
    messaging_enabled?: boolean
    messaging_until?: Date | null
    mfa_required?: boolean
    data_destroyed_at?: Date
    data_erased_at?: Date
    updated_at?: Date
  },
) => tx.updateTable('vendor').set(change).where('id', '=', vendorId).execute()

export const setCurrencyFixed = (tx: Tx, vendorId: VendorId) =>
  tx.updateTable('vendor').set({ currency_fixed: true }).where('id', '=', vendorId).execute()

/** A vendor that is not ACTIVE cannot send. */
export const setStatus = (tx: Tx, vendorId: VendorId, status: 'CLOSING' | 'CLOSED', now: Date) =>
  tx
    .updateTable('vendor')
    .set({
      status,
      messaging_enabled: false,
      suspended_at: null,
      suspension_reason: null,
      updated_at: now,
      ...(status === 'CLOSED' && { closed_at: now }),
    })
    .where('id', '=', vendorId)
    .execute()

export const setSuspension = (
  tx: Tx,
  vendorId: VendorId,
  suspension: { suspendedAt: Date; reason: string } | null,
  now: Date,
) =>
  tx
    .updateTable('vendor')
    .set({
      status: suspension ? 'SUSPENDED' : 'ACTIVE',
      suspended_at: suspension?.suspendedAt ?? null,
      suspension_reason: suspension?.reason ?? null,
      updated_at: now,
    })
    .where('id', '=', vendorId)
    .execute()

export const hasVendor = async (db: Db, vendorId: VendorId) =>
  (await vendorRow(db, vendorId).executeTakeFirst()) !== undefined

export const insertMember = (tx: Tx, vendorId: VendorId, accountId: AccountId, role: VendorRole, now: Date) =>
  tx.insertInto('vendor_user').values({ vendor_id: vendorId, account_id: accountId, role, created_at: now }).execute()

export const listMembers = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('vendor_user')
    .select(['account_id as accountId', 'role', 'created_at as createdAt'])
    .where('vendor_id', '=', vendorId)
    .orderBy('created_at')
    .orderBy('account_id')
    .execute()

export const updateRole = (tx: Tx, vendorId: VendorId, accountId: AccountId, role: VendorRole) =>
  tx
    .updateTable('vendor_user')
    .set({ role })
    .where('vendor_id', '=', vendorId)
    .where('account_id', '=', accountId)
    .execute()
