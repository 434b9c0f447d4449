import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { containing } from '../../../platform/db/like.ts'
import { type CountSubject, selectCounts } from '../../../platform/db/row-counts.ts'
import type { Incoming } from '../bulk/upsert-contacts.sql.ts'
import type { ListKind } from '../tables.ts'
import '../tables.ts'

export interface ListRow {
  id: string
  name: string
  kind: ListKind
  createdAt: Date
  labels: string[]
  contacts: number
}

export const insertList = (tx: Tx, vendorId: VendorId, list: { id: string; name: string; kind: ListKind }, now: Date) =>
  tx
    .insertInto('contact_list')
    .values({ vendor_id: vendorId, ...list, created_at: now })
    .execute()

export const insertListLabels = (tx: Tx, vendorId: VendorId, listId: string, labelIds: readonly string[]) =>
  tx
    .insertInto('contact_list_label')
    .values(labelIds.map((labelId) => ({ vendor_id: vendorId, list_id: listId, label_id: labelId })))
    .execute()

/** Names need not be unique, so there is no constraint to rely on: this lock serialises only lookups by name. */
export const lockListNames = (tx: Tx, vendorId: VendorId) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`contact_list ${vendorId}`}, 0))`.execute(tx)

export const findStaticList = (db: Db, vendorId: VendorId, name: string) =>
  db
    .selectFrom('contact_list')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('name', '=', name)
    .where('kind', '=', 'STATIC')
    .orderBy('id')
    .executeTakeFirst()

export const findList = (db: Db, vendorId: VendorId, id: string) =>
  db
    .selectFrom('contact_list')
    .select(['id', 'name', 'kind'])
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Newest first. */
export const listLists = async (
  db: Db,
  vendorId: VendorId,
  kind: ListKind | undefined,
  { after, limit, offset }: { after: string | undefined; limit: number; offset: number },
  areCounted: boolean,
): Promise<ListRow[]> => {
  const { rows } = await sql<ListRow>`
    ${selectWithCounts(vendorId, areCounted)} and (${kind ?? null}::text is null or list.kind = ${kind ?? null}) and (${after ?? null}::uuid is null or list.id < ${after ?? null}::uuid)
     order by list.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const readList = async (
  db: Db,
  vendorId: VendorId,
  id: string,
  areCounted: boolean,
): Promise<ListRow | undefined> => {
  const { rows } = await sql<ListRow>`${selectWithCounts(vendorId, areCounted)} and list.id = ${id}`.execute(db)
  return rows[0]
}

/** A list of several labels is always counted, because contacts may have more than one of them. */
const selectWithCounts = (vendorId: VendorId, areCounted: boolean) => sql`
  select list.id, list.name, list.kind, list.created_at as "createdAt",
         array(select l.name from contact_list_label ll join label l on l.vendor_id = ll.vendor_id and l.id = ll.label_id
                where ll.vendor_id = list.vendor_id and ll.list_id = list.id order by l.name) as labels,
         case
           when list.kind = 'STATIC' then ${areCounted ? counted(vendorId, 'LIST', sql`list.id`) : MEMBERS}
           when (select count(*) from contact_list_label ll
                  where ll.vendor_id = list.vendor_id and ll.list_id = list.id) = 1
             then ${areCounted ? counted(vendorId, 'LABEL', ONLY_LABEL) : LABELLED}
           else ${LABELLED} end::int as contacts
    from contact_list list where list.vendor_id = ${vendorId}`

const counted = (vendorId: VendorId, subject: CountSubject, id: RawBuilder<unknown>) => sql`
  coalesce((select rows from (${selectCounts(vendorId, subject)}) counts where key = (${id})::text), 0)`

const ONLY_LABEL = sql`
  select label_id from contact_list_label ll where ll.vendor_id = list.vendor_id and ll.list_id = list.id`

const MEMBERS = sql`
  (select count(*) from contact_list_member m where m.vendor_id = list.vendor_id and m.list_id = list.id)`

const LABELLED = sql`
  (select count(distinct cl.contact_id)
     from contact_list_label ll join contact_label cl on cl.vendor_id = ll.vendor_id and cl.label_id = ll.label_id
    where ll.vendor_id = list.vendor_id and ll.list_id = list.id)`

/** The newest lists with this text in their name. */
export const findByName = (db: Db, vendorId: VendorId, text: string, limit: number) =>
  db
    .selectFrom('contact_list')
    .select(['id', 'name'])
    .where('vendor_id', '=', vendorId)
    .where('name', 'ilike', containing(text))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const countLists = async (db: Db, vendorId: VendorId, kind: ListKind | undefined): Promise<number> => {
  const row = await db
    .selectFrom('contact_list')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as ListKind))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const deleteList = async (tx: Tx, vendorId: VendorId, id: string): Promise<boolean> => {
  const result = await tx
    .deleteFrom('contact_list')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Returns how many of these contacts exist, and prevents their deletion until the transaction ends. */
export const lockForKeyShare = async (tx: Tx, vendorId: VendorId, contactIds: readonly string[]): Promise<number> => {
  const { rows } = await sql`
    select 1 from contact where vendor_id = ${vendorId} and id = any(${contactIds}::uuid[])
     order by mobile_hash for key share`.execute(tx)
  return rows.length
}

/** A contact that somebody or something else puts on the list as well stays there when an import is undone. */
const keepOnList = sql`
    on conflict (vendor_id, list_id, contact_id) do update set job_id = null
     where contact_list_member.job_id is distinct from excluded.job_id and contact_list_member.job_id is not null`

export const insertMembers = async (
  tx: Tx,
  vendorId: VendorId,
  listId: string,
  contactIds: readonly string[],
  now: Date,
) => {
  await sql`
    insert into contact_list_member (vendor_id, list_id, contact_id, added_at)
    select ${vendorId}, ${listId}, unnest(${contactIds}::uuid[]), ${now}
    ${keepOnList}`.execute(tx)
}

/**
 * Adds contacts by number; the lateral join is explained at `findPairs`. The lock prevents a concurrent deletion from
 * failing the statement.
 */
export const insertMembersByHash = async (
  tx: Tx,
  vendorId: VendorId,
  listId: string,
  incoming: Incoming,
  { jobId, now }: { jobId: string | null; now: Date },
) => {
  await sql`
    with locked_contacts as (
      select c.id
        from (select mobile_hash from (${selectHashes(incoming)}) incoming order by mobile_hash) incoming_hashes
        cross join lateral (select id from contact
                             where vendor_id = ${vendorId} and mobile_hash = incoming_hashes.mobile_hash
                               for key share) c)
    insert into contact_list_member (vendor_id, list_id, contact_id, added_at, job_id)
    select ${vendorId}, ${listId}, id, ${now}, ${jobId} from locked_contacts
    ${keepOnList}`.execute(tx)
}

const selectHashes = (incoming: Incoming) =>
  Array.isArray(incoming)
    ? sql`select unnest(${incoming.map(({ mobileHash }) => mobileHash)}::bytea[]) as mobile_hash`
    : (incoming as RawBuilder<unknown>)

export const deleteMembers = async (tx: Tx, vendorId: VendorId, listId: string, contactIds: readonly string[]) => {
  await sql`
    delete from contact_list_member
     where vendor_id = ${vendorId} and list_id = ${listId} and contact_id = any(${contactIds}::uuid[])`.execute(tx)
}

export interface Membership {
  listId: string
  contactId: string
}

/** Takes contacts off the lists that the import put them on. Undefined when no more are left behind `after`. */
export const deleteMembersOfImport = async (
  tx: Tx,
  vendorId: VendorId,
  jobId: string,
  after: Membership | undefined,
  limit: number,
): Promise<Membership | undefined> => {
  const { rows } = await sql<Membership & { rows: number }>`
    with members as (
      select list_id, contact_id from contact_list_member
       where vendor_id = ${vendorId} and job_id = ${jobId}
         and (${after?.listId ?? null}::uuid is null
           or (list_id, contact_id) > (${after?.listId ?? null}::uuid, ${after?.contactId ?? null}::uuid))
       order by list_id, contact_id limit ${limit}
    ), deleted_members as (
      delete from contact_list_member member using members
       where member.vendor_id = ${vendorId} and member.list_id = members.list_id
         and member.contact_id = members.contact_id and member.job_id = ${jobId}
    )
    select list_id as "listId", contact_id as "contactId", (count(*) over ())::int as rows from members
     order by list_id desc, contact_id desc limit 1`.execute(tx)
  const [last] = rows
  return last?.rows === limit ? last : undefined
}

export const listMembersAfter = async (db: Db, vendorId: VendorId, after: Membership | undefined, limit: number) => {
  const { rows } = await sql<Membership & { addedAt: Date }>`
    select list_id as "listId", contact_id as "contactId", added_at as "addedAt" from contact_list_member
     where vendor_id = ${vendorId}
       and (${after?.listId ?? null}::uuid is null
         or (list_id, contact_id) > (${after?.listId ?? null}::uuid, ${after?.contactId ?? null}::uuid))
     order by list_id, contact_id limit ${limit}`.execute(db)
  return rows
}
