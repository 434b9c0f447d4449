import type { useFormat } from '../../components/values/locale-context.tsx'
import { countryName } from '../../format/text.ts'
import { SKIP_REASONS } from './display-names.ts'
import type { Campaign } from './queries.ts'

type Format = Pick<ReturnType<typeof useFormat>, 'plural'>
type Skipped = Campaign['skippedReasons'][number]
export type CountryCount = NonNullable<Skipped['countries']>[number]

const list = new Intl.ListFormat('en')
const NAMED_MAX = 3

/** `Spain and France`, or the number of countries if there are too many to list. */
export const formatCountries = (codes: readonly string[]) =>
  codes.length > NAMED_MAX ? `${codes.length} countries` : list.format(codes.map(countryName))

export const sumOf = (countries: readonly CountryCount[]) =>
  countries.reduce((sum, { recipients }) => sum + recipients, 0)

/** `1 recipient in Spain`. */
export const recipientsIn = ({ plural }: Format, countries: readonly CountryCount[]) =>
  `${plural(sumOf(countries), 'recipient')} in ${formatCountries(countries.map(({ countryCode }) => countryCode))}`

/** Describes the contacts skipped for one reason. */
export const describeSkipped = (format: Format, { reason, count, countries = [] }: Skipped) =>
  reason === 'COUNTRY_EXCLUDED'
    ? `${recipientsIn(format, countries)} (excluded)`
    : format.plural(count, ...SKIP_REASONS[reason])
