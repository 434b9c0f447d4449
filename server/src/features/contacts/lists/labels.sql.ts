import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { selectCounts } from '../../../platform/db/row-counts.ts'
import '../tables.ts'

/** Arrays, because the parameters of a statement are limited to 65,535 and a call may name more labels. */
export const insertLabels = async (
  tx: Tx,
  vendorId: VendorId,
  labels: readonly { id: string; name: string; folded: string }[],
  now: Date,
) => {
  const { rows } = await sql<{ id: string; name: string }>`
    insert into label (vendor_id, id, name, folded, created_at)
    select ${vendorId}, id, name, folded, ${now}
      from unnest(${labels.map(({ id }) => id)}::uuid[], ${labels.map(({ name }) => name)}::text[],
                  ${labels.map(({ folded }) => folded)}::text[]) with ordinality as labels (id, name, folded, place)
     order by place
    on conflict (vendor_id, folded) do nothing
    returning id, name`.execute(tx)
  return rows
}

export const findLabels = async (db: Db, vendorId: VendorId, folded: readonly string[]) => {
  const { rows } = await sql<{ id: string; name: string; folded: string }>`
    select id, name, folded from label
     where vendor_id = ${vendorId} and folded = any(${folded}::text[])`.execute(db)
  return rows
}

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
