import { type RawBuilder, sql } from 'kysely'
import type { ContactSource } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { StoredProfile } from '../codec.ts'
import type { Author } from './changes.sql.ts'
import type { Pair } from './decide-merge.ts'
import '../tables.ts'

/** Contacts to take in: themselves, or a select that gives them. Its columns are named in absorb.ts. */
export type Incoming = readonly IncomingContact[] | RawBuilder<unknown>

export interface IncomingContact extends StoredProfile {
  /** The id that the contact gets if it is new. */
  id: string
  mobileHash: Buffer
  countryCode: string
  labels: readonly string[]
}

export interface Origin extends Author {
  incoming: Incoming
  source: ContactSource
  areNew?: boolean
}

export const spellingsIn = async (db: Db, vendorId: VendorId, incoming: Incoming): Promise<string[]> => {
  const { rows } = await sql<{ spelling: string; vendor: VendorId }>`
    select distinct spelling, ${vendorId}::uuid as vendor from (${selectOf(incoming)}) i, unnest(i.labels) spelling
     where i.labels <> '{}' order by spelling`.execute(db)
  return rows.map(({ spelling }) => spelling)
}

/**
 * One statement: whoever is new, with labels and audit rows. Numbers that are there already stay as they are; where all
 * are said to be new they break the statement, which looking out for them would make a third slower. In the order of
 * their hashes, so that two who bring the same ones never wait for each other in a circle.
 */
export const insertNew = async (
  tx: Tx,
  vendorId: VendorId,
  { incoming, source, areNew = false, actorId, jobId, now }: Origin,
  labelIds: ReadonlyMap<string, string>,
): Promise<{ offered: number; created: number }> => {
  const isLabelled = labelIds.size > 0
  const known = sql`unnest(${[...labelIds.keys()]}::text[], ${[...labelIds.values()]}::uuid[]) known (spelling, label_id)`
  const labelIdsOf = isLabelled
    ? sql`array(select label_id from unnest(i.labels) with ordinality as given (spelling, place)
                  join ${known} using (spelling) order by place)`
    : sql`'{}'::uuid[]`
  const unlessThere = sql`on conflict (vendor_id, mobile_hash) do nothing
      returning id ${isLabelled ? sql`` : sql`, '{}'::uuid[] as label_ids`}`
  const inserted = areNew ? sql`offered` : sql`inserted`
  const created = areNew || !isLabelled ? inserted : sql`inserted join offered using (id)`
  const labelled = sql`, labelled as (
      insert into contact_label (vendor_id, contact_id, label_id, added_at, place)
      select ${vendorId}, id, label_id, ${now}, place
        from ${created}, unnest(label_ids) with ordinality as given (label_id, place)
      on conflict do nothing)`
  const { rows } = await sql<{ offered: number; created: number }>`
    with offered as materialized (
      select i.*, ${labelIdsOf} as label_ids from (${selectOf(incoming)}) i
    ), inserted as (
      insert into contact (vendor_id, id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, source,
                           created_at, updated_at)
      select ${vendorId}, id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, ${source}, ${now}, ${now}
        from offered order by mobile_hash ${areNew ? sql`` : unlessThere}
    ), audited as (
      insert into contact_audit (vendor_id, contact_id, revision, action, actor_id, job_id, labels_after, transaction_id,
                                 created_at)
      select ${vendorId}, id, 1, 'CREATE', ${actorId}, ${jobId}, label_ids,
             (select pg_current_xact_id()::text::bigint), ${now} from ${created}
    ) ${isLabelled ? labelled : sql``}
    select (select count(*)::int from offered) as offered, (select count(*)::int from ${inserted}) as created`.execute(
    tx,
  )
  return rows[0] ?? { offered: 0, created: 0 }
}

/**
 * Locks the contacts that have the incoming numbers, in the order of their hashes, and says how many there are. Each is
 * looked up by itself, as in `findPairs`.
 */
export const lockExisting = async (tx: Tx, vendorId: VendorId, incoming: Incoming): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from (select mobile_hash from (${selectOf(incoming)}) given order by mobile_hash) i
      cross join lateral (select from contact
                           where vendor_id = ${vendorId} and mobile_hash = i.mobile_hash for update) c`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface FoundPair extends Pair {
  incomingId: string
  contactId: string
  /** Of the existing labels, in their order. */
  labelIds: string[]
}

/**
 * Incoming contacts whose number is in the address book, as it is now. Each is looked up by itself: of a book that has
 * just been filled there are no statistics, and a join would go through all of it.
 */
export const findPairs = async (db: Db, vendorId: VendorId, incoming: Incoming): Promise<FoundPair[]> => {
  const { rows } = await sql<PairRow>`
    select i.id as "incomingId", c.id as "contactId", c.profile_cipher as "existingCipher", c.source,
           labelled.ids as "labelIds", labelled.names as "existingLabels",
           i.profile_cipher as "incomingCipher", i.labels as "incomingLabels"
      from (${selectOf(incoming)}) i
      cross join lateral (select * from contact where vendor_id = ${vendorId} and mobile_hash = i.mobile_hash limit 1) c
      cross join lateral (
        select coalesce(array_agg(l.id order by cl.added_at, cl.place, l.name), '{}') as ids,
               coalesce(array_agg(l.name order by cl.added_at, cl.place, l.name), '{}') as names
          from contact_label cl join label l on l.vendor_id = cl.vendor_id and l.id = cl.label_id
         where cl.vendor_id = c.vendor_id and cl.contact_id = c.id) labelled
     where c.id <> i.id
     order by c.mobile_hash`.execute(db)
  return rows.map(({ existingCipher, existingLabels, source, incomingCipher, incomingLabels, ...ids }) => ({
    ...ids,
    existing: { profileCipher: existingCipher, labels: existingLabels, source },
    incoming: { profileCipher: incomingCipher, labels: incomingLabels },
  }))
}

interface PairRow {
  incomingId: string
  contactId: string
  labelIds: string[]
  existingCipher: Buffer
  existingLabels: string[]
  source: ContactSource
  incomingCipher: Buffer
  incomingLabels: string[]
}

/** One column is read in a moment; where the database is at it by itself, this does nothing. */
export const analyzeVendors = (db: Db) => sql`analyze (skip_locked) contact (vendor_id)`.execute(db)

const selectOf = (incoming: Incoming) =>
  Array.isArray(incoming) ? rowsOf(incoming) : (incoming as RawBuilder<unknown>)

const rowsOf = (contacts: readonly IncomingContact[]) => sql`
  select id, mobile_hash, profile_cipher, name_tokens::bigint[] as name_tokens, country_code,
         array(select jsonb_array_elements_text(filled_keys::jsonb)) as filled_keys,
         array(select jsonb_array_elements_text(labels::jsonb)) as labels
    from unnest(
      ${contacts.map(({ id }) => id)}::uuid[],
      ${contacts.map(({ mobileHash }) => mobileHash)}::bytea[],
      ${contacts.map(({ profileCipher }) => profileCipher)}::bytea[],
      ${contacts.map(({ nameTokens }) => `{${nameTokens.join(',')}}`)}::text[],
      ${contacts.map(({ countryCode }) => countryCode)}::text[],
      ${contacts.map(({ filledKeys }) => JSON.stringify(filledKeys))}::text[],
      ${contacts.map(({ labels }) => JSON.stringify(labels))}::text[]
    ) as contact (id, mobile_hash, profile_cipher, name_tokens, country_code, filled_keys, labels)`
