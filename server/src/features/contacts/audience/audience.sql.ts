import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import '../tables.ts'

export interface AudienceOf {
  listId: string
  /** Whoever became a member later is none. */
  asOf: Date
  /** The filled keys without which a contact is left out. */
  requiredKeys: readonly string[]
  /** Whoever is in one of these is left out, too. */
  excludeCountries: readonly string[]
}

/** Numbers that another statement selects. */
export interface ReachableOf extends Pick<AudienceOf, 'requiredKeys' | 'excludeCountries'> {
  hashes: RawBuilder<{ mobile_hash: Buffer }>
}

interface Member {
  id: string
  mobile_hash: Buffer
  country_code: string
  filled_keys: string[]
  profile_cipher: Buffer
}

/** Who is written to, for statements of other slices to select from. One row a number: a number is one contact. */
export const audienceQuery = (vendorId: VendorId, of: AudienceOf): RawBuilder<Member> => sql`
  select member.* from (${members(vendorId, of)}) member
   where member.filled_keys @> ${of.requiredKeys}::text[]
     and member.country_code <> all(${of.excludeCountries}::text[])
     and not exists (select from opt_out o where o.vendor_id = ${vendorId} and o.mobile_hash = member.mobile_hash)`

export const someOfAudience = async (db: Db, vendorId: VendorId, of: AudienceOf, max: number) => {
  const { rows } = await sql<{ id: string; profileCipher: Buffer }>`
    select id, profile_cipher as "profileCipher" from (${audienceQuery(vendorId, of)}) a limit ${max}`.execute(db)
  return rows
}

/** The same for numbers that another statement selects: those who are in the address book and may be written to. */
export const reachableQuery = (
  vendorId: VendorId,
  { hashes, requiredKeys, excludeCountries }: ReachableOf,
): ReturnType<typeof audienceQuery> => sql`
  select c.id, c.mobile_hash, c.country_code, c.filled_keys, c.profile_cipher
    from contact c
   where c.vendor_id = ${vendorId} and c.mobile_hash in (${hashes})
     and c.filled_keys @> ${requiredKeys}::text[]
     and c.country_code <> all(${excludeCountries}::text[])
     and not exists (select from opt_out o where o.vendor_id = ${vendorId} and o.mobile_hash = c.mobile_hash)`

export const countReachable = async (db: Db, vendorId: VendorId, of: ReachableOf): Promise<CountRow[]> => {
  const { rows } = await sql<CountRow>`
    select r.country_code as "countryCode", count(*)::int as members, 0 as "optedOut", 0 as lacking
      from (${reachableQuery(vendorId, { ...of, excludeCountries: [] })}) r group by r.country_code order by 1`.execute(
    db,
  )
  return rows
}

export interface CountRow {
  countryCode: string
  members: number
  optedOut: number
  /** Of those who did not opt out. */
  lacking: number
}

/** Excluded countries included, for them to be counted. One row a country: with the reasons among the groups the planner would expect as many groups as contacts, and sort. */
export const countAudience = async (db: Db, vendorId: VendorId, of: AudienceOf): Promise<CountRow[]> => {
  const { rows } = await sql<CountRow>`
    select member.country_code as "countryCode",
           count(*)::int as members,
           (count(*) filter (where o.mobile_hash is not null))::int as "optedOut",
           (count(*) filter (where o.mobile_hash is null and not member.filled_keys @> ${of.requiredKeys}::text[]))::int
             as lacking
      from (${members(vendorId, of)}) member
      left join opt_out o on o.vendor_id = ${vendorId} and o.mobile_hash = member.mobile_hash
     group by member.country_code
     order by member.country_code`.execute(db)
  return rows
}

/** How many of those who did not opt out lack each key. */
export const countLacking = async (db: Db, vendorId: VendorId, of: AudienceOf) => {
  const { rows } = await sql<{ key: string; count: number }>`
    select wanted.key, count(*)::int as count
      from (${members(vendorId, of)}) member cross join unnest(${of.requiredKeys}::text[]) as wanted (key)
     where not member.filled_keys @> array[wanted.key]
       and not exists (select from opt_out o where o.vendor_id = ${vendorId} and o.mobile_hash = member.mobile_hash)
     group by wanted.key
     order by count desc, wanted.key`.execute(db)
  return rows
}

/**
 * A list has members or labels, never both, so one half is empty. They stand apart because the planner cannot tell how
 * many contacts come out of both together, and would look each up by itself.
 */
const members = (vendorId: VendorId, { listId, asOf }: AudienceOf) => sql`
  select c.id, c.mobile_hash, c.country_code, c.filled_keys, c.profile_cipher
    from contact c
   where c.vendor_id = ${vendorId} and exists (
           select from contact_list_member m
            where m.vendor_id = ${vendorId} and m.list_id = ${listId} and m.contact_id = c.id and m.added_at <= ${asOf})
  union all
  select c.id, c.mobile_hash, c.country_code, c.filled_keys, c.profile_cipher
    from contact c
   where c.vendor_id = ${vendorId} and exists (
           select from contact_list_label ll
             join contact_label cl on cl.vendor_id = ${vendorId} and cl.label_id = ll.label_id
            where ll.vendor_id = ${vendorId} and ll.list_id = ${listId}
              and cl.contact_id = c.id and cl.added_at <= ${asOf})`
