import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'

/** The unencrypted facts about a vendor that operators need. */
export const findVendor = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('vendor')
    .select([
      'id',
      'company_name as companyName',
      'country',
      'currency',
      'timezone',
      'status',
      'messaging_enabled as messagingEnabled',
      'messaging_until as messagingUntil',
      'suspended_at as suspendedAt',
      'suspension_reason as suspensionReason',
      'created_at as createdAt',
    ])
    .where('id', '=', vendorId)
    .executeTakeFirst()

export const countRows = async (db: Db, vendorId: VendorId) => {
  const { rows } = await sql<Record<'users' | 'contacts' | 'invoices' | 'transactions' | 'openRefunds', bigint>>`
    select (select count(*) from vendor_user where vendor_id = ${vendorId}) as users,
           (select count(*) from contact where vendor_id = ${vendorId}) as contacts,
           (select count(*) from invoice where vendor_id = ${vendorId}) as invoices,
           (select head_sequence from wallet where vendor_id = ${vendorId}) as transactions,
           (select count(*) from refund_request where vendor_id = ${vendorId}
             and status in ('REQUESTED', 'APPROVED', 'PROCESSING')) as "openRefunds"`.execute(db)
  const [counts] = rows
  return {
    users: Number(counts?.users),
    contacts: Number(counts?.contacts),
    invoices: Number(counts?.invoices),
    transactions: Number(counts?.transactions),
    openRefunds: Number(counts?.openRefunds),
  }
}
