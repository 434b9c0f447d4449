import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

export const insertLabels = (
  tx: Tx,
  vendorId: VendorId,
  labels: readonly { id: string; name: string; folded: string }[],
  now: Date,
) =>
  tx
    .insertInto('label')
    .values(labels.map((label) => ({ vendor_id: vendorId, ...label, created_at: now })))
    .onConflict((oc) => oc.columns(['vendor_id', 'folded']).doNothing())
    .returning(['id', 'name'])
    .execute()

export const findLabels = (db: Db, vendorId: VendorId, folded: readonly string[]) =>
  db
    .selectFrom('label')
    .select(['id', 'name', 'folded'])
    .where('vendor_id', '=', vendorId)
    .where('folded', 'in', folded)
    .execute()

export const listLabels = async (db: Db, vendorId: VendorId) => {
  const { rows } = await sql<{ id: string; name: string; folded: string; contacts: number }>`
    select id, name, folded, coalesce(contacts, 0)::int as contacts
      from label
      left join (select label_id, count(*) as contacts from contact_label where vendor_id = ${vendorId} group by 1) counted
        on label_id = id
     where vendor_id = ${vendorId}`.execute(db)
  return rows
}

export const countLabelled = async (db: Db, vendorId: VendorId, labelId: string) => {
  const row = await db
    .selectFrom('contact_label')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
    .where('label_id', '=', labelId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
