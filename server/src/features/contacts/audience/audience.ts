import type { Profile } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { codecFor } from '../codec.ts'
import * as sql from './audience.sql.ts'

export type AudienceOf = sql.AudienceOf
export const audienceQuery = sql.audienceQuery
export const reachableQuery = sql.reachableQuery

/** Why somebody on a list is not written to. */
export const SKIP_REASONS = ['OPTED_OUT', 'VARIABLE_MISSING', 'COUNTRY_EXCLUDED'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]
export interface Skipped {
  reason: SkipReason
  count: number
  /** Of COUNTRY_EXCLUDED: how many in each. */
  countries?: CountryCount[]
}

export interface CountryCount {
  countryCode: string
  recipients: number
}

export interface Audience {
  recipients: number
  /** ISO 3166 alpha-2, as contacts carry it; only countries with somebody in them, in the order of their codes. */
  byCountry: ReadonlyMap<string, number>
  skipped: Skipped[]
}

/**
 * How many would be written to, and why the others not. Everybody counts once: whoever opted out lacks nothing, and an
 * excluded country has only those who would be written to otherwise.
 */
export const countAudience = async (db: Db, vendorId: VendorId, of: AudienceOf): Promise<Audience> =>
  audienceOf(await sql.countAudience(db, vendorId, of), of.excludeCountries)

/** The same for numbers that another statement selects; of the others nothing is known. */
export const countReachable = async (
  db: Db,
  vendorId: VendorId,
  of: Parameters<typeof sql.countReachable>[2],
): Promise<Audience> => audienceOf(await sql.countReachable(db, vendorId, of), of.excludeCountries)

function audienceOf(rows: readonly sql.CountRow[], excludeCountries: readonly string[]): Audience {
  const reachable = rows
    .map(({ countryCode, members, optedOut, lacking }) => ({ countryCode, recipients: members - optedOut - lacking }))
    .filter(({ recipients }) => recipients > 0)
  const isExcluded = ({ countryCode }: CountryCount) => excludeCountries.includes(countryCode)
  const written = reachable.filter((country) => !isExcluded(country))
  const excluded = reachable.filter(isExcluded)
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const skipped: Skipped[] = [
    { reason: 'OPTED_OUT', count: sum(rows.map(({ optedOut }) => optedOut)) },
    { reason: 'VARIABLE_MISSING', count: sum(rows.map(({ lacking }) => lacking)) },
    { reason: 'COUNTRY_EXCLUDED', count: sum(excluded.map(({ recipients }) => recipients)), countries: excluded },
  ]
  return {
    recipients: sum(written.map(({ recipients }) => recipients)),
    byCountry: new Map(written.map(({ countryCode, recipients }) => [countryCode, recipients])),
    skipped: skipped.filter(({ count }) => count > 0),
  }
}

/** Some of those who would be written to, whoever is found first. */
export async function someOfAudience(
  deps: Pick<Deps, 'db' | 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  of: AudienceOf,
  max: number,
): Promise<{ id: string; profile: Profile }[]> {
  const rows = await sql.someOfAudience(deps.db, vendorId, of, max)
  const codec = await codecFor(deps, deps.db, vendorId)
  return rows.map(({ id, profileCipher }) => ({ id, profile: codec.open(profileCipher) }))
}

/** Which keys keep how many out; somebody may lack several. */
export const countLacking = sql.countLacking
