import { isSameMapping } from '../../domain/messaging/campaign-variables.ts'
import { AppError } from '../../platform/errors.ts'
import type { ResolvedAudience } from './audience.ts'
import type { Quotation } from './read.ts'

/**
 * Refuses a quotation that was made for something else, has expired, or has other recipients than the audience now.
 * Otherwise its price is valid, even if prices or rates have changed since.
 */
export function assertUsable(
  quotation: Quotation,
  { template, listId, mapping, excludeCountries, audience }: ResolvedAudience,
  /** The currency of the paying wallet. */
  currency: string,
  now: Date,
) {
  const isSameText =
    quotation.mapping === undefined || mapping === undefined
      ? quotation.mapping === mapping
      : isSameMapping(quotation.mapping, mapping)
  if (quotation.templateId !== template.id) throw mismatch('a different template')
  if (quotation.listId !== listId) throw mismatch('a different contact list')
  if (!isSameText) throw mismatch('different variables')
  if (!isSameSet(quotation.excludeCountries, excludeCountries)) throw mismatch('different excluded countries')
  if (now >= quotation.expiresAt)
    throw new AppError('QUOTATION_EXPIRED', { detail: 'The quotation has expired. Request a new one.' })
  const { category, rate, items } = quotation.price
  const isSameAudience =
    items.length === audience.byCountry.size &&
    items.every(({ countryCode, recipients }) => audience.byCountry.get(countryCode) === recipients)
  if (!isSameAudience) throw stale('The number of recipients has changed since the quotation.')
  if (category !== template.category) throw stale('The template category has changed, and with it the price.')
  if (rate.currency !== currency) throw stale('The currency of your wallet has changed.')
}

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.every((country) => b.includes(country)) && b.every((country) => a.includes(country))

const mismatch = (what: string) => new AppError('QUOTATION_MISMATCH', { detail: `The quotation was made for ${what}.` })

const stale = (why: string) => new AppError('QUOTATION_STALE', { detail: `${why} Request a new quotation.` })
