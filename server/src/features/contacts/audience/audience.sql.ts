import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import '../tables.ts'

export interface AudienceFilter {
  listId: string
  /** Contacts that became members later are not included. */
  asOf: Date
  /** Contacts without a value for one of these keys are left out. */
  requiredKeys: readonly string[]
  /** Contacts of these countries are left out. */
  excludeCountries: readonly string[]
}

/** A filter for numbers that another statement selects. */
interface ReachableFilter extends Pick<AudienceFilter, 'requiredKeys' | 'excludeCountries'> {
  hashes: RawBuilder<{ mobile_hash: Buffer }>
}

interface Member {
  id: string
  mobile_hash: Buffer
  country_code: string
  filled_keys: string[]
  profile_cipher: Buffer
}

/**
 * The recipients, for statements of other slices to select from. One row for each number, since a number is one
 * contact.
 */
export const audienceQuery = (vendorId: VendorId, filter: AudienceFilter): RawBuilder<Member> => sql`
  select member.* from (${selectMembers(vendorId, filter)}) member
   where member.filled_keys @> ${filter.requiredKeys}::text[]
     and member.country_code <> all(${filter.excludeCountries}::text[])
     and not exists (select from opt_out o where o.vendor_id = ${vendorId} and o.mobile_hash = member.mobile_hash)`

export const sampleAudience = async (db: Db, vendorId: VendorId, filter: AudienceFilter, max: number) => {
  const { rows } = await sql<{ id: string; profileCipher: Buffer }>`
    select id, profile_cipher as "profileCipher" from (${audienceQuery(vendorId, filter)}) a limit ${max}`.execute(db)
  return rows
}

/** The same for numbers that another statement selects: those that are contacts and may be sent messages. */
export const reachableQuery = (
  vendorId: VendorId,
  { hashes, requiredKeys, excludeCountries }: ReachableFilter,
): ReturnType<typeof audienceQuery> => sql`
  select c.id, c.mobile_hash, c.country_code, c.filled_keys, c.profile_cipher
    from contact c
   where c.vendor_id = ${vendorId} and c.mobile_hash in (${hashes})
     and c.filled_keys @> ${requiredKeys}::text[]
     and c.country_code <> all(${excludeCountries}::text[])
     and not exists (select from opt_out o where o.vendor_id = ${vendorId} and o.mobile_hash = c.mobile_hash)`

export const countReachable = async (
  db: Db,
  vendorId: VendorId,
  filter: ReachableFilter,
): Promise<AudienceCountRow[]> => {
  const { rows } = await sql<AudienceCountRow>`
    select r.country_code as "countryCode", count(*)::int as members, 0 as "optedOut", 0 as "missingKeys"
      from (${reachableQuery(vendorId, { ...filter, excludeCountries: [] })}) r group by r.country_code order by 1`.execute(
    db,
  )
  return rows
}

export interface AudienceCountRow {
  countryCode: string
  members: number
  optedOut: number
  /** Of the contacts that did not opt out. */
  missingKeys: number
}

/**
 * Includes excluded countries, so that they can be counted. Groups by country only: with the reasons in the grouping
 * the planner would expect as many groups as contacts, and sort.
 */
export const countAudience = async (
  db: Db,
  vendorId: VendorId,
  filter: AudienceFilter,
): Promise<AudienceCountRow[]> => {
  const { rows } = await sql<AudienceCountRow>`
    select member.country_code as "countryCode",
           count(*)::int as members,
           (count(*) filter (where o.mobile_hash is not null))::int as "optedOut",
           (count(*) filter (where o.mobile_hash is null and not member.filled_keys @> ${filter.requiredKeys}::text[]))::int
             as "missingKeys"
      from (${selectMembers(vendorId, filter)}) member
      left join opt_out o on o.vendor_id = ${vendorId} and o.mobile_hash = member.mobile_hash
     group by member.country_code
     order by member.country_code`.execute(db)
  return rows
}

/** How many contacts that did not opt out lack each key. */
export const countMissingKeys = async (db: Db, vendorId: VendorId, filter: AudienceFilter) => {
  const { rows } = await sql<{ key: string; count: number }>`
    select required.key, count(*)::int as count
      from (${selectMembers(vendorId, filter)}) member cross join unnest(${filter.requiredKeys}::text[]) as required (key)
     where not member.filled_keys @> array[required.key]
       and not exists (select from opt_out o where o.vendor_id = ${vendorId} and o.mobile_hash = member.mobile_hash)
     group by required.key
     order by count desc, required.key`.execute(db)
  return rows
}

/**
 * A list has members or labels, never both, so one half of the union is empty. With one combined condition the planner
 * could not estimate the number of contacts and would look each up individually.
 */
const selectMembers = (vendorId: VendorId, { listId, asOf }: AudienceFilter) => sql`
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
