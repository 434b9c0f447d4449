import { countryName, formatList } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import { SKIP_REASONS } from './display-names.ts'
import type { Campaign } from './queries.ts'

type Skipped = Campaign['skippedReasons'][number]
export type CountryCount = NonNullable<Skipped['countries']>[number]

const NAMED_MAX = 3

/** `Spain and France`, or the number of countries if there are too many to list. */
export const formatCountries = (codes: readonly string[]) =>
  codes.length > NAMED_MAX ? t('{count} countries', { count: codes.length }) : formatList(codes.map(countryName))

export const sumOf = (countries: readonly CountryCount[]) =>
  countries.reduce((sum, { recipients }) => sum + recipients, 0)

/** `1 recipient in Spain`. */
export const recipientsIn = (countries: readonly CountryCount[]) =>
  t('{sum, plural, one {# recipient} other {# recipients}} in {countries}', {
    sum: sumOf(countries),
    countries: formatCountries(countries.map(({ countryCode }) => countryCode)),
  })

/** Describes the contacts skipped for one reason. */
export const describeSkipped = ({ reason, count, countries = [] }: Skipped) =>
  reason === 'COUNTRY_EXCLUDED'
    ? t('{recipientsIn} (excluded)', { recipientsIn: recipientsIn(countries) })
    : SKIP_REASONS[reason](count)
