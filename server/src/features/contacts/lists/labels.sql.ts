import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { selectCounts } from '../../../platform/db/row-counts.ts'
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

/** With their contacts. `areCounted`: the counters of the vendor are complete. */
export const listLabels = async (db: Db, vendorId: VendorId, areCounted: boolean) => {
  const counts = areCounted
    ? selectCounts(vendorId, 'LABEL')
    : sql`select label_id::text as key, count(*) as rows from contact_label where vendor_id = ${vendorId} group by 1`
  const { rows } = await sql<{ id: string; name: string; folded: string; contacts: number }>`
    select id, name, folded, coalesce(rows, 0)::int as contacts
      from label left join (${counts}) counts on key = id::text
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
