import { sql } from 'kysely'
import type { ContactSource } from '../../domain/contacts/contact.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { ListKind, OptOutReason } from './tables.ts'
import './tables.ts'

export interface ContactRow {
  id: string
  profileCipher: Buffer
  countryCode: string
  source: ContactSource
  labels: string[]
  optedOutAt: Date | null
  optOutReason: OptOutReason | null
  createdAt: Date
  updatedAt: Date
}

/** Undefined criteria are ignored. */
export interface ContactFilter {
  /** Normalised by `normalizeLabel`. */
  label: string | undefined
  list: { id: string; kind: ListKind } | undefined
  search: { mobileHashes: Buffer[]; nameTokens: bigint[] } | undefined
}

export const findContact = (db: Db, vendorId: VendorId, id: string): Promise<ContactRow | undefined> =>
  withContactColumns(selectContacts(db, vendorId).where('c.id', '=', id)).executeTakeFirst()

/** Locks the contact for a change; its current state has to be read afterwards. */
export const lockContact = async (tx: Tx, vendorId: VendorId, id: string): Promise<boolean> =>
  (await selectContacts(tx, vendorId).select('c.id').where('c.id', '=', id).forUpdate().executeTakeFirst()) !==
  undefined

export const listContacts = (
  db: Db,
  vendorId: VendorId,
  filter: ContactFilter,
  { after, limit, offset }: { after: string | undefined; limit: number; offset: number },
): Promise<ContactRow[]> =>
  withContactColumns(selectMatching(db, vendorId, filter))
    .$if(after !== undefined, (query) => query.where('c.id', '<', after as string))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countContacts = async (db: Db, vendorId: VendorId, filter: ContactFilter): Promise<number> => {
  const row = await selectMatching(db, vendorId, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Oldest first, so that iteration ends even while contacts are added. */
export const nextContacts = (
  db: Db,
  vendorId: VendorId,
  filter: ContactFilter,
  after: string | undefined,
  limit: number,
): Promise<ContactRow[]> =>
  withContactColumns(selectMatching(db, vendorId, filter))
    .$if(after !== undefined, (query) => query.where('c.id', '>', after as string))
    .orderBy('c.id')
    .limit(limit)
    .execute()

/** What any of these contacts has a value for: the names of attributes, and the marks of `filledKeys`. */
export const filledKeysOf = async (db: Db, vendorId: VendorId, filter: ContactFilter): Promise<string[]> => {
  const rows = await selectMatching(db, vendorId, filter)
    .select(sql<string>`unnest(c.filled_keys)`.as('key'))
    .distinct()
    .execute()
  return rows.map(({ key }) => key)
}

export const findMobileHash = async (db: Db, vendorId: VendorId, id: string): Promise<Buffer | undefined> =>
  (await selectContacts(db, vendorId).select('c.mobile_hash').where('c.id', '=', id).executeTakeFirst())?.mobile_hash

export interface Sender {
  id: string
  mobileHash: Buffer
  profileCipher: Buffer
}

/** The oldest contact with one of these numbers. */
export const findSender = (db: Db, vendorId: VendorId, mobileHashes: readonly Buffer[]): Promise<Sender | undefined> =>
  selectContacts(db, vendorId)
    .select(['c.id', 'c.mobile_hash as mobileHash', 'c.profile_cipher as profileCipher'])
    .where('c.mobile_hash', 'in', mobileHashes)
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()

export const findContacts = (db: Db, vendorId: VendorId, ids: readonly string[]): Promise<ContactRow[]> =>
  withContactColumns(selectContacts(db, vendorId).where('c.id', 'in', ids)).execute()

export const findProfiles = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  selectContacts(db, vendorId).select(['c.id', 'c.profile_cipher as profileCipher']).where('c.id', 'in', ids).execute()

export const hasContacts = async (db: Db, vendorId: VendorId): Promise<boolean> =>
  (await db.selectFrom('contact').select('id').where('vendor_id', '=', vendorId).limit(1).executeTakeFirst()) !==
  undefined

export const listHistory = (db: Db, vendorId: VendorId, id: string) =>
  db
    .selectFrom('contact_audit')
    .select(['revision', 'action', 'created_at as at', 'actor_id as actorId', 'job_id as jobId'])
    .where('vendor_id', '=', vendorId)
    .where('contact_id', '=', id)
    .orderBy('revision', 'desc')
    .execute()

const selectContacts = (db: Db, vendorId: VendorId) => db.selectFrom('contact as c').where('c.vendor_id', '=', vendorId)

const selectMatching = (db: Db, vendorId: VendorId, { label, list, search }: ContactFilter) =>
  selectContacts(db, vendorId)
    .$if(label !== undefined, (query) =>
      query.where(sql<boolean>`exists (
        select 1 from contact_label cl join label l on l.vendor_id = cl.vendor_id and l.id = cl.label_id
         where cl.vendor_id = c.vendor_id and cl.contact_id = c.id and l.folded = ${label})`),
    )
    .$if(list?.kind === 'STATIC', (query) =>
      query.where(sql<boolean>`exists (
        select 1 from contact_list_member m
         where m.vendor_id = c.vendor_id and m.contact_id = c.id and m.list_id = ${list?.id})`),
    )
    .$if(list?.kind === 'DYNAMIC', (query) =>
      query.where(sql<boolean>`exists (
        select 1 from contact_label cl
          join contact_list_label ll on ll.vendor_id = cl.vendor_id and ll.label_id = cl.label_id
         where cl.vendor_id = c.vendor_id and cl.contact_id = c.id and ll.list_id = ${list?.id})`),
    )
    .$if(search !== undefined, (query) => query.where(matchesSearch(search ?? { mobileHashes: [], nameTokens: [] })))

/** A search without words must match no name, though the empty set is a subset of every set. */
function matchesSearch({ mobileHashes, nameTokens }: NonNullable<ContactFilter['search']>) {
  const byNumber = sql<boolean>`c.mobile_hash = any(${mobileHashes}::bytea[])`
  if (nameTokens.length === 0) return byNumber
  const byName = sql<boolean>`c.name_tokens @> ${nameTokens.map(String)}::bigint[]`
  return mobileHashes.length === 0 ? byName : sql<boolean>`(${byNumber} or ${byName})`
}

const withContactColumns = (query: ReturnType<typeof selectContacts>) =>
  query
    .leftJoin('opt_out as o', (join) =>
      join.onRef('o.vendor_id', '=', 'c.vendor_id').onRef('o.mobile_hash', '=', 'c.mobile_hash'),
    )
    .select([
      'c.id',
      'c.profile_cipher as profileCipher',
      'c.country_code as countryCode',
      'c.source',
      'c.created_at as createdAt',
      'c.updated_at as updatedAt',
      'o.opted_out_at as optedOutAt',
      'o.reason as optOutReason',
      sql<string[]>`array(
        select l.name from contact_label cl join label l on l.vendor_id = cl.vendor_id and l.id = cl.label_id
         where cl.vendor_id = c.vendor_id and cl.contact_id = c.id order by cl.added_at, cl.place, l.name)`.as(
        'labels',
      ),
    ])
