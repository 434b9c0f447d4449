import type { CountrySource } from '../contact.ts'
import type { CountryCode } from '../country.ts'

export interface CountryContext {
  /** The row's own country column, already read. */
  column?: CountryCode | undefined
  /** The upload's default country. */
  default?: CountryCode | undefined
  /** The vendor's country. */
  vendor: CountryCode
  /** undefined: not known yet; null: no country has more than half. */
  majority: CountryCode | null | undefined
}

/**
 * The order in which countries are tried for a number without a calling code: the row's country column, the upload's
 * default, the majority country of the file, the vendor's country. The first in which the number is valid wins.
 *
 * A number with a calling code (EXPLICIT, or PREFIX when it is bare) is decided before these, in read-number.ts. The
 * majority is undefined until the whole file has been counted; the row then waits.
 */
export function* countryCandidates(context: CountryContext): Iterable<[CountryCode | null | undefined, CountrySource]> {
  if (context.column) yield [context.column, 'COLUMN']
  if (context.default) yield [context.default, 'DEFAULT']
  yield [context.majority, 'MAJORITY']
  yield [context.vendor, 'FALLBACK']
}
