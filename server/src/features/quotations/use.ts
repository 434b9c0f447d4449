import { isSameMapping } from '../../domain/messaging/campaign-variables.ts'
import { AppError } from '../../platform/errors.ts'
import type { ResolvedAudience } from './assess.ts'
import type { Quotation } from './read.ts'

/**
 * Refuses a quotation that is for something else, too old, or for other people than those who would be written to now.
 * Otherwise its price holds, whatever has become of prices and rates since.
 */
export function assertUsable(
  quotation: Quotation,
  { template, listId, mapping, excludeCountries, audience }: ResolvedAudience,
  /** Of the wallet that is to pay. */
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
  if (now >= quotation.expiresAt) throw new AppError('QUOTATION_EXPIRED', { detail: 'Request a new one.' })
  const { category, rate, items } = quotation.price
  const isSameAudience =
    items.length === audience.byCountry.size &&
    items.every(({ countryCode, recipients }) => audience.byCountry.get(countryCode) === recipients)
  if (!isSameAudience) throw stale('The number of recipients has changed since the quotation.')
  if (category !== template.category) throw stale('The template category has changed, and with it the price.')
  if (rate.currency !== currency) throw stale('The currency of your wallet has changed.')
}

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.every((one) => b.includes(one)) && b.every((one) => a.includes(one))

const mismatch = (what: string) => new AppError('QUOTATION_MISMATCH', { detail: `The quotation was made for ${what}.` })

const stale = (why: string) => new AppError('QUOTATION_STALE', { detail: `${why} Request a new quotation.` })
