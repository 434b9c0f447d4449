import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import { isCounted, readCount } from '../../platform/db/row-counts.ts'
import type { Page } from '../../platform/http/pagination.ts'
import * as sql from './vendor.sql.ts'

export type VendorAuditFilter = Parameters<typeof sql.listVendorEntries>[2]
export type VendorAuditRow = Awaited<ReturnType<typeof sql.listVendorEntries>>[number]

/** Newest first. */
export async function listForVendor(db: Db, vendorId: VendorId, filter: VendorAuditFilter, page: Page) {
  const [rows, total] = await Promise.all([
    sql.listVendorEntries(db, vendorId, filter, page),
    countMatching(db, vendorId, filter),
  ])
  return { rows, total }
}

async function countMatching(db: Db, vendorId: VendorId, filter: VendorAuditFilter): Promise<number> {
  const { actor, action, from, to } = filter
  const isByActionOnly = actor === undefined && from === undefined && to === undefined
  if (!isByActionOnly || !(await isCounted(db, vendorId))) return sql.countVendorEntries(db, vendorId, filter)
  return readCount(db, vendorId, 'VENDOR_AUDIT', action)
}

/** The entries after one, newest first. */
export const nextForVendor = (
  db: Db,
  vendorId: VendorId,
  filter: VendorAuditFilter,
  after: string | undefined,
  limit: number,
) => sql.listVendorEntries(db, vendorId, filter, { after, limit, offset: 0 })

export const listRemovals = (db: Db, vendorId: VendorId, accountIds: readonly string[]) =>
  sql.listRemovals(db, vendorId, accountIds)

/** The names of API keys that may have been deleted since. */
export const listKeyNames = (db: Db, vendorId: VendorId, keyIds: readonly string[]) =>
  sql.listKeyNames(db, vendorId, keyIds)
