import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { selectCounts } from '../../../platform/db/row-counts.ts'
import type { Page } from '../../../platform/http/pagination.ts'
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

/** Ordered by their normalised names, with their contacts. `areCounted`: the counters of the vendor are complete. */
export const listLabels = async (
  db: Db,
  vendorId: VendorId,
  { after, limit, offset }: Pick<Page, 'after' | 'limit' | 'offset'>,
  areCounted: boolean,
) => {
  const counts = areCounted
    ? sql`select key, rows from (${selectCounts(vendorId, 'LABEL')}) of_labels
           where key = any(array(select id::text from page_labels))`
    : sql`select label_id::text as key, count(*) as rows from contact_label
           where vendor_id = ${vendorId} and label_id = any(array(select id from page_labels)) group by 1`
  const { rows } = await sql<{ id: string; name: string; folded: string; contacts: number }>`
    with page_labels as materialized (
      select id, name, folded from label
       where vendor_id = ${vendorId} and (${after ?? null}::text is null or folded collate "C" > ${after ?? null})
       order by folded collate "C" limit ${limit} offset ${offset})
    select id, name, folded, coalesce(rows, 0)::int as contacts
      from page_labels left join (${counts}) counts on key = id::text
     order by folded collate "C"`.execute(db)
  return rows
}

export const countLabels = async (db: Db, vendorId: VendorId): Promise<number> => {
  const row = await db
    .selectFrom('label')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
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
