// Operators see the flagged imports of all vendors.

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import './inspection.sql.ts'

interface FlaggedImportRow {
  id: string
  vendorId: VendorId
  companyName: string
  importJobId: string
  contacts: number
  sequentialContacts: number
  flaggedAt: Date
}

const ofVendor = (vendorId: string | undefined) =>
  vendorId === undefined ? sql`true` : sql`f.vendor_id = ${vendorId}::uuid`

/** Newest first. */
export const listFlaggedImports = async (
  db: Db,
  vendorId: string | undefined,
  { after, limit, offset }: Page,
): Promise<FlaggedImportRow[]> => {
  const { rows } = await sql<FlaggedImportRow>`
    select f.id, f.vendor_id as "vendorId", v.company_name as "companyName", f.job_id as "importJobId", f.contacts,
           f.sequential_contacts as "sequentialContacts", f.flagged_at as "flaggedAt"
      from flagged_import f join vendor v on v.id = f.vendor_id
     where ${ofVendor(vendorId)} and ${after === undefined ? sql`true` : sql`f.id < ${after}::uuid`}
     order by f.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const countFlaggedImports = async (db: Db, vendorId: string | undefined) => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from flagged_import f where ${ofVendor(vendorId)}`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}
