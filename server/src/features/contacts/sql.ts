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

/** Which contacts; whatever is undefined does not count. */
export interface ContactFilter {
  /** Folded. */
  label: string | undefined
  list: { id: string; kind: ListKind } | undefined
  search: { mobileHashes: Buffer[]; nameTokens: bigint[] } | undefined
}

export const findContact = (db: Db, vendorId: VendorId, id: string): Promise<ContactRow | undefined> =>
  withColumns(contactsOf(db, vendorId).where('c.id', '=', id)).executeTakeFirst()

/** Whoever wants to change it waits here; what it is now has to be read afterwards. */
export const lockContact = async (tx: Tx, vendorId: VendorId, id: string): Promise<boolean> =>
  (await contactsOf(tx, vendorId).select('c.id').where('c.id', '=', id).forUpdate().executeTakeFirst()) !== undefined

export const listContacts = (
  db: Db,
  vendorId: VendorId,
  filter: ContactFilter,
  { after, limit, offset }: { after: string | undefined; limit: number; offset: number },
): Promise<ContactRow[]> =>
  withColumns(contactsMatching(db, vendorId, filter))
    .$if(after !== undefined, (query) => query.where('c.id', '<', after as string))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countContacts = async (db: Db, vendorId: VendorId, filter: ContactFilter): Promise<number> => {
  const row = await contactsMatching(db, vendorId, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The oldest first, so that a walk ends. */
export const nextContacts = (
  db: Db,
  vendorId: VendorId,
  filter: ContactFilter,
  after: string | undefined,
  limit: number,
): Promise<ContactRow[]> =>
  withColumns(contactsMatching(db, vendorId, filter))
    .$if(after !== undefined, (query) => query.where('c.id', '>', after as string))
    .orderBy('c.id')
    .limit(limit)
    .execute()

/** The names of all attributes that any of these contacts has. */
export const attributeNames = async (db: Db, vendorId: VendorId, filter: ContactFilter): Promise<string[]> => {
  const rows = await contactsMatching(db, vendorId, filter)
    .select(sql<string>`unnest(c.filled_keys)`.as('key'))
    .distinct()
    .execute()
  return rows.map(({ key }) => key).filter((key) => key !== 'name')
}

export const mobileHashOf = async (db: Db, vendorId: VendorId, id: string): Promise<Buffer | undefined> =>
  (await contactsOf(db, vendorId).select('c.mobile_hash').where('c.id', '=', id).executeTakeFirst())?.mobile_hash

export interface Writer {
  id: string
  mobileHash: Buffer
  profileCipher: Buffer
}

/** The oldest of those that have one of these numbers. */
export const findWriter = (db: Db, vendorId: VendorId, mobileHashes: readonly Buffer[]): Promise<Writer | undefined> =>
  contactsOf(db, vendorId)
    .select(['c.id', 'c.mobile_hash as mobileHash', 'c.profile_cipher as profileCipher'])
    .where('c.mobile_hash', 'in', mobileHashes)
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()

export const findContacts = (db: Db, vendorId: VendorId, ids: readonly string[]): Promise<ContactRow[]> =>
  withColumns(contactsOf(db, vendorId).where('c.id', 'in', ids)).execute()

export const findProfiles = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  contactsOf(db, vendorId).select(['c.id', 'c.profile_cipher as profileCipher']).where('c.id', 'in', ids).execute()

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

const contactsOf = (db: Db, vendorId: VendorId) => db.selectFrom('contact as c').where('c.vendor_id', '=', vendorId)

const contactsMatching = (db: Db, vendorId: VendorId, { label, list, search }: ContactFilter) =>
  contactsOf(db, vendorId)
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
    .$if(search !== undefined, (query) => query.where(matches(search ?? { mobileHashes: [], nameTokens: [] })))

/** No word at all is found nowhere, though an empty set is part of every set. */
function matches({ mobileHashes, nameTokens }: NonNullable<ContactFilter['search']>) {
  const byNumber = sql<boolean>`c.mobile_hash = any(${mobileHashes}::bytea[])`
  if (nameTokens.length === 0) return byNumber
  const byName = sql<boolean>`c.name_tokens @> ${nameTokens.map(String)}::bigint[]`
  return mobileHashes.length === 0 ? byName : sql<boolean>`(${byNumber} or ${byName})`
}

const withColumns = (query: ReturnType<typeof contactsOf>) =>
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
