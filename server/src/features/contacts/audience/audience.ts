import type { Profile } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { codecFor } from '../codec.ts'
import * as sql from './audience.sql.ts'

export type AudienceFilter = sql.AudienceFilter
export const audienceQuery = sql.audienceQuery
export const reachableQuery = sql.reachableQuery

/** Why a member of a list is not sent a message. */
export const SKIP_REASONS = ['OPTED_OUT', 'VARIABLE_MISSING', 'COUNTRY_EXCLUDED'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]
export interface Skipped {
  reason: SkipReason
  count: number
  /** Only for COUNTRY_EXCLUDED: the count of each country. */
  countries?: CountryCount[]
}

interface CountryCount {
  countryCode: string
  recipients: number
}

export interface Audience {
  recipients: number
  /** By ISO 3166 alpha-2 code; only countries with recipients, ordered by code. */
  byCountry: ReadonlyMap<string, number>
  skipped: Skipped[]
}

/**
 * How many contacts would receive a message, and why the others would not. Each contact is counted once: an opted-out
 * contact is not counted as missing a variable, and an excluded country counts only those that would be recipients
 * otherwise.
 */
export const countAudience = async (db: Db, vendorId: VendorId, filter: AudienceFilter): Promise<Audience> =>
  toAudience(await sql.countAudience(db, vendorId, filter), filter.excludeCountries)

/** The same for numbers that another statement selects; nothing is known about numbers without a contact. */
export const countReachable = async (
  db: Db,
  vendorId: VendorId,
  filter: Parameters<typeof sql.countReachable>[2],
): Promise<Audience> => toAudience(await sql.countReachable(db, vendorId, filter), filter.excludeCountries)

function toAudience(rows: readonly sql.AudienceCountRow[], excludeCountries: readonly string[]): Audience {
  const reachable = rows
    .map(({ countryCode, members, optedOut, missingKeys }) => ({
      countryCode,
      recipients: members - optedOut - missingKeys,
    }))
    .filter(({ recipients }) => recipients > 0)
  const isExcluded = ({ countryCode }: CountryCount) => excludeCountries.includes(countryCode)
  const written = reachable.filter((country) => !isExcluded(country))
  const excluded = reachable.filter(isExcluded)
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const skipped: Skipped[] = [
    { reason: 'OPTED_OUT', count: sum(rows.map(({ optedOut }) => optedOut)) },
    { reason: 'VARIABLE_MISSING', count: sum(rows.map(({ missingKeys }) => missingKeys)) },
    { reason: 'COUNTRY_EXCLUDED', count: sum(excluded.map(({ recipients }) => recipients)), countries: excluded },
  ]
  return {
    recipients: sum(written.map(({ recipients }) => recipients)),
    byCountry: new Map(written.map(({ countryCode, recipients }) => [countryCode, recipients])),
    skipped: skipped.filter(({ count }) => count > 0),
  }
}

/** Any `max` of the recipients. */
export async function sampleAudience(
  deps: Pick<Deps, 'db' | 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  filter: AudienceFilter,
  max: number,
): Promise<{ id: string; profile: Profile }[]> {
  const rows = await sql.sampleAudience(deps.db, vendorId, filter, max)
  const codec = await codecFor(deps, deps.db, vendorId)
  return rows.map(({ id, profileCipher }) => ({ id, profile: codec.open(profileCipher) }))
}

/** How many contacts each required key excludes; a contact may lack several. */
export const countMissingKeys = sql.countMissingKeys
