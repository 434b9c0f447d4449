import { z } from 'zod'
import { isCountry } from '../../domain/contacts/country.ts'
import { CURRENCIES } from '../../domain/money/currencies.ts'
import { CATEGORIES, MARKUP_PERCENT_DEFAULT } from '../../domain/money/pricing.ts'
import { singleLine } from '../vendors/schema.ts'

const Percent = z.int().min(0).max(100)
const Markup = z.int().min(0).max(1000)
const Instant = z.iso.datetime({ offset: true }).meta({ example: '2026-10-01T00:00:00Z' })
export const CountryCode = z.string().refine(isCountry, 'must be a two-letter country code such as IN')

export const PriceBody = z
  .strictObject({
    category: z.enum(CATEGORIES),
    countryCode: CountryCode,
    currency: z.enum(CURRENCIES).default('USD').meta({
      description:
        'The wallet currency of the vendors the price applies to. USD applies to vendors whose currency has no price of its own.',
    }),
    metaCostUsdMicros: z.int().min(0).max(1_000_000_000_000).optional(),
    metaCostUsdCents: z.int().min(0).max(100_000_000).optional(),
    markupPercent: Markup.optional(),
    effectiveFrom: Instant.optional().meta({ description: 'Defaults to now' }),
  })
  .refine((body) => (body.metaCostUsdMicros === undefined) !== (body.metaCostUsdCents === undefined), {
    path: ['metaCostUsdMicros'],
    error: 'either metaCostUsdMicros or metaCostUsdCents is required, not both',
  })
  .meta({ id: 'NewPrice', example: { category: 'UTILITY', countryCode: 'IN', metaCostUsdMicros: 1_400 } })
export type PriceBody = z.output<typeof PriceBody>

export const PriceView = z
  .object({
    id: z.string(),
    category: z.enum(CATEGORIES),
    countryCode: z.string(),
    currency: z.string(),
    metaCostUsdMicros: z.int().meta({ description: 'Provider cost in millionths of a USD' }),
    metaCostUsdCents: z.int().meta({ description: 'Provider cost to the nearest cent, for display' }),
    markupPercent: z.int().meta({ description: `Defaults to ${MARKUP_PERCENT_DEFAULT}` }),
    effectiveFrom: z.string(),
    isActive: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'MessagePricing' })

export const TierBody = z
  .strictObject({
    name: singleLine(100).meta({ example: 'Gold' }),
    discountPercent: Percent,
    markupPercent: Markup.nullish().meta({ description: 'Replaces the markup of the prices' }),
  })
  .meta({ id: 'NewPricingTier', example: { name: 'Gold', discountPercent: 10 } })
export type TierBody = z.output<typeof TierBody>

export const TierView = z
  .object({
    id: z.string(),
    name: z.string(),
    discountPercent: z.int(),
    markupPercent: z.int().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'PricingTier' })

export const FeeBody = z
  .strictObject({
    currency: z.enum(CURRENCIES),
    flatMinorUnit: z.int().min(0).max(100_000_000_000).default(0),
    percent: Percent.default(0),
    effectiveFrom: Instant.optional().meta({ description: 'Defaults to now' }),
  })
  .meta({
    id: 'NewPlatformFee',
    description:
      'A fee on every campaign of vendors with this currency: a flat amount plus a percentage of the message cost.',
    example: { currency: 'INR', flatMinorUnit: 500, percent: 1 },
  })
export type FeeBody = z.output<typeof FeeBody>

export const FeeView = z
  .object({
    id: z.string(),
    currency: z.string(),
    flatMinorUnit: z.int(),
    percent: z.int(),
    effectiveFrom: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'PlatformFeeRule' })

export const VendorPricingBody = z
  .strictObject({ tierId: z.string().nullish(), markupPercent: Markup.nullish() })
  .meta({ id: 'VendorPricingChange', example: { markupPercent: 20 } })
export type VendorPricingBody = z.output<typeof VendorPricingBody>

export const VendorPricingView = z
  .object({
    vendorId: z.string(),
    tierId: z.string().nullable(),
    tierName: z.string().nullable(),
    discountPercent: z.int(),
    markupPercent: z
      .int()
      .nullable()
      .meta({ description: "The vendor's own markup; null: that of its tier or of the prices" }),
  })
  .meta({ id: 'VendorPricing' })

export const PriceSheet = z
  .object({
    currency: z.string(),
    exchangeRate: z.string().meta({ description: 'Units of your currency per USD', example: '83.33' }),
    rateFetchedAt: z.string(),
    discountPercent: z.int().meta({ description: 'Discount of your tier, already included in the prices' }),
    platformFee: z
      .object({ flatMinorUnit: z.int(), percent: z.int() })
      .meta({ description: 'Added to each campaign: a flat amount plus a percentage of the message cost' }),
    prices: z.array(
      z.object({
        category: z.enum(CATEGORIES),
        countryCode: z.string(),
        unitMinorUnit: z.int().meta({ description: 'Per message, in minor units' }),
        formatted: z.string().meta({ example: '₹0.15' }),
        effectiveFrom: z.string(),
      }),
    ),
  })
  .meta({ id: 'PriceSheet' })
