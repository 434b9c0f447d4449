import { type RawBuilder, sql } from 'kysely'
import type { ContactSource } from '../../domain/contacts/contact.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type CreatedFilter, directionOf, type Page } from '../../platform/http/pagination.ts'
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
export interface ContactFilter extends CreatedFilter {
  /** Normalised by `normalizeLabel`. */
  label: string | undefined
  list: { id: string; kind: ListKind } | undefined
  search: ContactSearch | undefined
  countryCode: string | undefined
  isOptedOut: boolean | undefined
}

/** Contacts that match one of these. Tokens are given with each key that may be in use. */
export interface ContactSearch {
  mobileHashes: Buffer[]
  /** Contacts with all of these tokens. */
  nameTokens: bigint[][]
  /** Contacts with all of these tokens, of which one is of the number's last digits. */
  suffixTokens: bigint[][]
  /** Contacts whose number was compared with more digits than are indexed. */
  ids: string[]
}

export const findContact = (db: Db, vendorId: VendorId, id: string): Promise<ContactRow | undefined> =>
  withContactColumns(selectContacts(db, vendorId).where('c.id', '=', id)).executeTakeFirst()

/** Locks the contact for a change; its current state has to be read afterwards. */
export const lockContact = async (tx: Tx, vendorId: VendorId, id: string): Promise<boolean> =>
  (await selectContacts(tx, vendorId).select('c.id').where('c.id', '=', id).forUpdate().executeTakeFirst()) !==
  undefined

export const listContacts = (db: Db, vendorId: VendorId, filter: ContactFilter, page: Page): Promise<ContactRow[]> => {
  const { behind, order } = directionOf(page)
  return withContactColumns(selectMatching(db, vendorId, filter))
    .$if(page.after !== undefined, (query) => query.where('c.id', behind, page.after as string))
    .orderBy('c.id', order)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** The newest contacts with all of these tokens. */
export const findByTokens = (db: Db, vendorId: VendorId, tokens: readonly bigint[][], limit: number) =>
  selectContacts(db, vendorId)
    .select(['c.id', 'c.profile_cipher as profileCipher'])
    .where(anyOf(tokens.map(hasTokens)))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()

/** The countries of all contacts, the most frequent first. */
export const countByCountry = async (db: Db, vendorId: VendorId) => {
  const rows = await selectContacts(db, vendorId)
    .select((eb) => ['c.country_code as countryCode', eb.fn.countAll<bigint>().as('count')])
    // Every country. Without it the index by country would not be used.
    .where('c.country_code', '>', '')
    .groupBy('c.country_code')
    .orderBy('count', 'desc')
    .orderBy('c.country_code')
    .execute()
  return rows.map(({ countryCode, count }) => ({ countryCode, contacts: Number(count) }))
}

export const countContacts = async (db: Db, vendorId: VendorId, filter: ContactFilter): Promise<number> => {
  const row = await selectMatching(db, vendorId, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The ids of the contacts that match, oldest first. */
export const listContactIds = async (db: Db, vendorId: VendorId, filter: ContactFilter, limit: number) => {
  const rows = await selectMatching(db, vendorId, filter).select('c.id').orderBy('c.id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Those of these contacts that match. */
export const matchingIds = async (db: Db, vendorId: VendorId, filter: ContactFilter, ids: readonly string[]) => {
  const rows = await selectMatching(db, vendorId, filter).select('c.id').where('c.id', 'in', ids).execute()
  return rows.map(({ id }) => id)
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

/** What most of these contacts have a value for, after the `first` keys that any of them has. */
export const filledKeysOf = async (
  db: Db,
  vendorId: VendorId,
  filter: ContactFilter,
  { first, limit }: { first: readonly string[]; limit: number },
): Promise<string[]> => {
  const keys = selectMatching(db, vendorId, filter).select(sql<string>`unnest(c.filled_keys)`.as('key'))
  const { rows } = await sql<{ key: string; vendor: VendorId }>`
    select key, ${vendorId}::uuid as vendor from (${keys}) keys group by key
     order by key = any(${first}::text[]) desc, count(*) desc, key limit ${limit}`.execute(db)
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

/** Newest first, after the change with the revision `page.after`. */
export const listHistory = (db: Db, vendorId: VendorId, id: string, page: Page) =>
  selectHistory(db, vendorId, id)
    .select(['revision', 'action', 'created_at as at', 'actor_id as actorId', 'job_id as jobId'])
    .$if(page.after !== undefined, (query) => query.where('revision', '<', Number(page.after)))
    .orderBy('revision', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countHistory = async (db: Db, vendorId: VendorId, id: string): Promise<number> => {
  const row = await selectHistory(db, vendorId, id)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

const selectHistory = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('contact_audit').where('vendor_id', '=', vendorId).where('contact_id', '=', id)

const selectContacts = (db: Db, vendorId: VendorId) => db.selectFrom('contact as c').where('c.vendor_id', '=', vendorId)

const selectMatching = (db: Db, vendorId: VendorId, filter: ContactFilter) => {
  const { label, list, search, countryCode, isOptedOut, createdFrom, createdBefore } = filter
  return selectContacts(db, vendorId)
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
    .$if(countryCode !== undefined, (query) => query.where('c.country_code', '=', countryCode as string))
    .$if(isOptedOut !== undefined, (query) =>
      query.where(sql<boolean>`${isOptedOut}::boolean = exists (
        select from opt_out o where o.vendor_id = c.vendor_id and o.mobile_hash = c.mobile_hash)`),
    )
    .$if(createdFrom !== undefined, (query) => query.where('c.created_at', '>=', createdFrom as Date))
    .$if(createdBefore !== undefined, (query) => query.where('c.created_at', '<', createdBefore as Date))
    .$if(search !== undefined, (query) => query.where(matchesSearch(search as ContactSearch)))
}

/** Nothing to look for must match nobody, though the empty set is a subset of every set. */
function matchesSearch({ mobileHashes, nameTokens, suffixTokens, ids }: ContactSearch) {
  const ways = [
    ...(mobileHashes.length > 0 ? [sql<boolean>`c.mobile_hash = any(${mobileHashes}::bytea[])`] : []),
    ...[...nameTokens, ...suffixTokens].filter((tokens) => tokens.length > 0).map(hasTokens),
    ...(ids.length > 0 ? [sql<boolean>`c.id = any(${ids}::uuid[])`] : []),
  ]
  return anyOf(ways)
}

const anyOf = (ways: readonly RawBuilder<boolean>[]) =>
  ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(ways, sql` or `)})`

const hasTokens = (tokens: readonly bigint[]) => sql<boolean>`c.name_tokens @> ${tokens.map(String)}::bigint[]`

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
