import { type Generated, type RawBuilder, sql } from 'kysely'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import type { Deps } from '../deps.ts'
import type { Db, Tx } from './db.ts'
import { type Counters, isCounted as isCountedBy, keepCounts } from './keep-counts.ts'

declare module './tables.ts' {
  interface Tables {
    row_count: { vendor_id: VendorId; subject: CountSubject; key: string; rows: bigint }
    row_count_change: {
      vendor_id: VendorId
      id: Generated<bigint>
      subject: CountSubject
      key: string
      change: bigint
    }
    row_recount: { vendor_id: VendorId }
  }
}

/** What is counted, and by which key. The triggers in functions/count_*.sql append the changes. */
const COUNTED = {
  COUNTRY: (vendorId: VendorId) => sql`
    select 'COUNTRY' as subject, country_code as key, count(*) as rows
      from contact where vendor_id = ${vendorId} group by country_code`,
  LABEL: (vendorId: VendorId) => sql`
    select 'LABEL' as subject, label_id::text as key, count(*) as rows
      from contact_label where vendor_id = ${vendorId} group by label_id`,
  LIST: (vendorId: VendorId) => sql`
    select 'LIST' as subject, list_id::text as key, count(*) as rows
      from contact_list_member where vendor_id = ${vendorId} group by list_id`,
  CAMPAIGN: (vendorId: VendorId) => sql`
    select 'CAMPAIGN' as subject, status as key, count(*) as rows
      from campaign where vendor_id = ${vendorId} group by status`,
  VENDOR_AUDIT: (vendorId: VendorId) => sql`
    select 'VENDOR_AUDIT' as subject, action as key, count(*) as rows
      from vendor_audit_entry where vendor_id = ${vendorId} group by action`,
  // What operators see of all vendors is counted for the platform.
  AUDIT: (vendorId: VendorId) => sql`
    select 'AUDIT' as subject, action as key, count(*) as rows
      from audit_entry where ${vendorId}::uuid = ${PLATFORM}::uuid group by action`,
  DEAD_LETTER: (vendorId: VendorId) => sql`
    select 'DEAD_LETTER' as subject, kind as key, count(*) as rows
      from dead_letter where ${vendorId}::uuid = ${PLATFORM}::uuid group by kind`,
} satisfies Record<string, (vendorId: VendorId) => RawBuilder<unknown>>
export type CountSubject = keyof typeof COUNTED

/** False until the rows from before the triggers have been counted. From then on it stays true. */
export const isCounted = (db: Db, vendorId: VendorId) => isCountedBy(db, ROW_COUNTERS, vendorId)

/** Of one key, or of all keys together. */
export const readCount = async (
  db: Db,
  vendorId: VendorId,
  subject: CountSubject,
  key: string | undefined,
): Promise<number> => {
  const { rows } = await sql<{ rows: bigint }>`
    select coalesce(sum(rows), 0)::bigint as rows from (${selectCounts(vendorId, subject)}) counts
     where ${key ?? null}::text is null or key = ${key ?? null}`.execute(db)
  return Number(rows[0]?.rows ?? 0n)
}

/** The keys that have rows, those with most of them first. */
export const readCounts = async (db: Db, vendorId: VendorId, subject: CountSubject) => {
  const { rows } = await sql<{ key: string; rows: number }>`
    select key, rows::int as rows from (${selectCounts(vendorId, subject)}) counts
     where rows > 0 order by rows desc, key`.execute(db)
  return rows
}

/** A subquery with `key` and `rows`: the counters and what has not been added to them yet, in one snapshot. */
export const selectCounts = (vendorId: VendorId, subject: CountSubject) => sql`
  select key, sum(rows)::bigint as rows
    from (select key, rows from row_count where vendor_id = ${vendorId} and subject = ${subject}
          union all
          select key, change from row_count_change where vendor_id = ${vendorId} and subject = ${subject}) parts
   group by key`

/**
 * Counters are raised in the order of their keys, so that two processes cannot deadlock; changes that another process
 * takes are skipped. The changes are chosen in an array, which is computed once: of a table that was empty when it was
 * last vacuumed, a joined subquery would be executed for each row.
 */
async function addUpChanges(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    with taken as (
      delete from row_count_change where ctid = any(array(
        select x.ctid from row_count_change x order by x.vendor_id, x.id limit ${limit} for update skip locked))
      returning vendor_id, subject, key, change
    ), raised as (
      insert into row_count (vendor_id, subject, key, rows)
      select vendor_id, subject, key, sum(change) from taken group by vendor_id, subject, key
       order by vendor_id, subject, key
      on conflict (vendor_id, subject, key) do update set rows = row_count.rows + excluded.rows
    )
    select count(*)::int as changes from taken`.execute(tx)
  return rows[0]?.changes ?? 0
}

async function insertMissingCounts(tx: Tx, vendorId: VendorId) {
  const present = sql.join(
    Object.values(COUNTED).map((select) => select(vendorId)),
    sql` union all `,
  )
  await sql`
    with present as (${present}), counted as (
      select subject, key, sum(rows)::bigint as rows
        from (select subject, key, rows from row_count where vendor_id = ${vendorId}
              union all
              select subject, key, change from row_count_change where vendor_id = ${vendorId}) parts
       where subject = any(${Object.keys(COUNTED)}::text[])
       group by subject, key
    )
    insert into row_count_change (vendor_id, subject, key, change)
    select ${vendorId}, subject, key, coalesce(present.rows, 0) - coalesce(counted.rows, 0)
      from present full join counted using (subject, key)
     where coalesce(present.rows, 0) <> coalesce(counted.rows, 0)`.execute(tx)
}

export const ROW_COUNTERS: Counters = { recounts: 'row_recount', addUpChanges, insertMissingCounts }

export const keepRowCounts = (deps: Pick<Deps, 'db' | 'log'>) => keepCounts(deps, ROW_COUNTERS)
