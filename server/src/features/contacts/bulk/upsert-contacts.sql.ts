import { type RawBuilder, sql } from 'kysely'
import type { ContactSource } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { StoredProfile } from '../codec.ts'
import type { ChangeAuthor } from './changes.sql.ts'
import type { MergePair } from './decide-pair.ts'
import '../tables.ts'

/** Contacts to upsert: an array, or a select that returns them with the columns named in upsert-contacts.ts. */
export type Incoming = readonly IncomingContact[] | RawBuilder<unknown>

export interface IncomingContact extends StoredProfile {
  /** The id of the contact if it is new. */
  id: string
  mobileHash: Buffer
  countryCode: string
  labels: readonly string[]
}

interface InsertInput extends ChangeAuthor {
  incoming: Incoming
  source: ContactSource
  assumeNew?: boolean
}

export const findLabelSpellings = async (db: Db, vendorId: VendorId, incoming: Incoming): Promise<string[]> => {
  const { rows } = await sql<{ spelling: string; vendor: VendorId }>`
    select distinct spelling, ${vendorId}::uuid as vendor
      from (${selectIncoming(incoming)}) i, unnest(i.labels) spelling
     where i.labels <> '{}' order by spelling`.execute(db)
  return rows.map(({ spelling }) => spelling)
}

/**
 * Inserts new contacts with labels and audit rows in one statement. Existing numbers stay unchanged; with `assumeNew`
 * they raise a unique violation instead, because `on conflict` makes the statement a third slower. Rows are inserted in
 * the order of their hashes, so that concurrent statements with the same numbers cannot deadlock.
 */
export const insertNew = async (
  tx: Tx,
  vendorId: VendorId,
  { incoming, source, assumeNew = false, actorId, jobId, now }: InsertInput,
  labelIds: ReadonlyMap<string, string>,
): Promise<{ incoming: number; created: number }> => {
  const isLabelled = labelIds.size > 0
  // An object, because each contact looks its labels up: a join would read all labels for each contact.
  const knownLabels = sql`${JSON.stringify(Object.fromEntries(labelIds))}::jsonb`
  const labelIdsOf = isLabelled
    ? sql`array(select (${knownLabels} ->> spelling)::uuid
                  from unnest(i.labels) with ordinality as incoming_labels (spelling, place) order by place)`
    : sql`'{}'::uuid[]`
  const skipExisting = sql`on conflict (vendor_id, mobile_hash) do nothing
      returning id ${isLabelled ? sql`` : sql`, '{}'::uuid[] as label_ids`}`
  const inserted = assumeNew ? sql`incoming_contacts` : sql`inserted_contacts`
  const created = assumeNew || !isLabelled ? inserted : sql`inserted_contacts join incoming_contacts using (id)`
  const insertLabels = sql`, inserted_labels as (
      insert into contact_label (vendor_id, contact_id, label_id, added_at, place)
      select ${vendorId}, id, label_id, ${now}, place
        from ${created}, unnest(label_ids) with ordinality as labels (label_id, place)
      on conflict do nothing)`
  const { rows } = await sql<{ incoming: number; created: number }>`
    with incoming_contacts as materialized (
      select i.*, ${labelIdsOf} as label_ids from (${selectIncoming(incoming)}) i
    ), inserted_contacts as (
      insert into contact (vendor_id, id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, source,
                           created_at, updated_at)
      select ${vendorId}, id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, ${source}, ${now}, ${now}
        from incoming_contacts order by mobile_hash ${assumeNew ? sql`` : skipExisting}
    ), audit_rows as (
      insert into contact_audit (vendor_id, contact_id, revision, action, actor_id, job_id, labels_after, transaction_id,
                                 created_at)
      select ${vendorId}, id, 1, 'CREATE', ${actorId}, ${jobId}, label_ids,
             (select pg_current_xact_id()::text::bigint), ${now} from ${created}
    ) ${isLabelled ? insertLabels : sql``}
    select (select count(*)::int from incoming_contacts) as incoming,
           (select count(*)::int from ${inserted}) as created`.execute(tx)
  return rows[0] ?? { incoming: 0, created: 0 }
}

/**
 * Locks the contacts with the incoming numbers in the order of their hashes and returns how many there are. Uses a
 * lateral join for the reason given at `findPairs`.
 */
export const lockExisting = async (tx: Tx, vendorId: VendorId, incoming: Incoming): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from (select mobile_hash from (${selectIncoming(incoming)}) incoming order by mobile_hash) i
      cross join lateral (select from contact
                           where vendor_id = ${vendorId} and mobile_hash = i.mobile_hash for update) c`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface FoundMergePair extends MergePair {
  incomingId: string
  contactId: string
  /** Ids of the existing labels, in their order. */
  labelIds: string[]
}

/**
 * Incoming contacts whose number is in the address book, as it is now, in pages that fit in memory: a contact may have
 * 256 KB of attributes.
 */
export async function* findPairs(db: Db, vendorId: VendorId, incoming: Incoming): AsyncGenerator<FoundMergePair[]> {
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const rows = await findPairRows(db, vendorId, incoming, after)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toPair)
    if (last.isLast) return
    after = last.mobileHash
  }
}

/** The ciphertexts of one page. Decided in a thread, a page is in memory about four times. */
const PAGE_BYTES_MAX = 16 * 1024 * 1024

/**
 * The lateral join looks each number up by index: a table that was just filled has no statistics, and a plain join would
 * scan all of it. A page has at least one pair.
 */
const findPairRows = async (db: Db, vendorId: VendorId, incoming: Incoming, after: Buffer): Promise<PairRow[]> => {
  const { rows } = await sql<PairRow>`
    with pairs as (
      select i.id as incoming_id, i.profile_cipher as incoming_cipher, i.labels as incoming_labels, c.*,
             sum(octet_length(i.profile_cipher) + octet_length(c.profile_cipher))
               over (order by c.mobile_hash rows unbounded preceding) as bytes_so_far,
             row_number() over (order by c.mobile_hash) as number, count(*) over () as pairs
        from (${selectIncoming(incoming)}) i
        cross join lateral (select id, mobile_hash, profile_cipher, source from contact
                             where vendor_id = ${vendorId} and mobile_hash = i.mobile_hash limit 1) c
       where c.id <> i.id and i.mobile_hash > ${after}
    )
    select pairs.incoming_id as "incomingId", pairs.id as "contactId", pairs.mobile_hash as "mobileHash",
           pairs.profile_cipher as "existingCipher", pairs.source, contact_labels.ids as "labelIds",
           contact_labels.names as "existingLabels", pairs.incoming_cipher as "incomingCipher",
           pairs.incoming_labels as "incomingLabels", pairs.number = pairs.pairs as "isLast"
      from pairs
      cross join lateral (
        select coalesce(array_agg(l.id order by cl.added_at, cl.place, l.name), '{}') as ids,
               coalesce(array_agg(l.name order by cl.added_at, cl.place, l.name), '{}') as names
          from contact_label cl join label l on l.vendor_id = cl.vendor_id and l.id = cl.label_id
         where cl.vendor_id = ${vendorId} and cl.contact_id = pairs.id) contact_labels
     where pairs.bytes_so_far <= ${PAGE_BYTES_MAX} or pairs.number = 1
     order by pairs.number`.execute(db)
  return rows
}

const toPair = ({ existingCipher, existingLabels, source, incomingCipher, incomingLabels, ...pair }: PairRow) => ({
  incomingId: pair.incomingId,
  contactId: pair.contactId,
  labelIds: pair.labelIds,
  existing: { profileCipher: existingCipher, labels: existingLabels, source },
  incoming: { profileCipher: incomingCipher, labels: incomingLabels },
})

interface PairRow {
  isLast: boolean
  mobileHash: Buffer
  incomingId: string
  contactId: string
  labelIds: string[]
  existingCipher: Buffer
  existingLabels: string[]
  source: ContactSource
  incomingCipher: Buffer
  incomingLabels: string[]
}

const selectIncoming = (incoming: Incoming) =>
  Array.isArray(incoming) ? selectRows(incoming) : (incoming as RawBuilder<unknown>)

const selectRows = (contacts: readonly IncomingContact[]) => sql`
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
