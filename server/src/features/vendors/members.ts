import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { VendorRole } from '../../platform/http/principal.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './sql.ts'

export const membershipOf = (db: Db, accountId: AccountId) => crossVendor.membershipOf(db, accountId)

export const listMembers = (db: Db, vendorId: VendorId) => sql.listMembers(db, vendorId)

/** For limits on the number of a vendor's rows: concurrent inserts wait here. */
export const lockVendor = (tx: Tx, vendorId: VendorId) => sql.lockVendor(tx, vendorId)

/** Locks the vendor first, so that two administrators cannot remove each other at the same moment. */
export async function lockMembers(tx: Tx, vendorId: VendorId) {
  await sql.lockVendor(tx, vendorId)
  return sql.listMembers(tx, vendorId)
}

export const changeRole = (tx: Tx, vendorId: VendorId, accountId: AccountId, role: VendorRole) =>
  sql.updateRole(tx, vendorId, accountId, role)

/** API keys and invitations of a closed vendor are invalid. */
export const isVendorOpen = async (db: Db, vendorId: VendorId) =>
  (await sql.findVendor(db, vendorId)).status !== 'CLOSED'

export const countryOf = async (db: Db, vendorId: VendorId) => (await sql.findVendor(db, vendorId)).country

export const companyNameOf = async (db: Db, vendorId: VendorId) => (await sql.findVendor(db, vendorId)).company_name

export const timezoneOf = async (db: Db, vendorId: VendorId) => (await sql.findVendor(db, vendorId)).timezone

/** For ids from outside that are those of vendors only perhaps. */
export const vendorExists = (db: Db, vendorId: VendorId): Promise<boolean> => sql.hasVendor(db, vendorId)

/** For operators, who pass vendor ids. */
export async function assertVendorExists(db: Db, vendorId: VendorId) {
  if (!(await sql.hasVendor(db, vendorId))) throw notFound()
}
