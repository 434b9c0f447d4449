import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import './tables.ts'

const rowCount = ({ numAffectedRows }: { numAffectedRows?: bigint }) => Number(numAffectedRows ?? 0n)

/** Labels, memberships and conversations of the contacts go with them. */
export const eraseContacts = async (tx: Tx, vendorId: VendorId, limit: number) =>
  rowCount(
    await sql`
      delete from contact where vendor_id = ${vendorId} and id in (
        select x.id from contact x where x.vendor_id = ${vendorId} order by x.id limit ${limit})`.execute(tx),
  )

export const eraseAudit = async (tx: Tx, vendorId: VendorId, limit: number) =>
  rowCount(
    await sql`
      delete from contact_audit where vendor_id = ${vendorId} and (contact_id, revision) in (
        select x.contact_id, x.revision from contact_audit x
         where x.vendor_id = ${vendorId} order by x.contact_id, x.revision limit ${limit})`.execute(tx),
  )

export const eraseOptOuts = async (tx: Tx, vendorId: VendorId, limit: number) =>
  rowCount(
    await sql`
      delete from opt_out where vendor_id = ${vendorId} and mobile_hash in (
        select x.mobile_hash from opt_out x
         where x.vendor_id = ${vendorId} order by x.mobile_hash limit ${limit})`.execute(tx),
  )

export const eraseBackfill = (tx: Tx, vendorId: VendorId) =>
  tx.deleteFrom('contact_suffix_backfill').where('vendor_id', '=', vendorId).execute()

export const eraseLists = (tx: Tx, vendorId: VendorId) =>
  tx.deleteFrom('contact_list').where('vendor_id', '=', vendorId).execute()

export const eraseLabels = (tx: Tx, vendorId: VendorId) =>
  tx.deleteFrom('label').where('vendor_id', '=', vendorId).execute()
