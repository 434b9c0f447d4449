import { z } from 'zod'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import { CATEGORIES, MARKUP_PERCENT_DEFAULT } from '../../domain/money/pricing.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import {
  CountryCode,
  FeeBody,
  FeeView,
  PriceBody,
  PriceView,
  TierBody,
  TierView,
  VendorPricingBody,
  VendorPricingView,
} from './schema.ts'
import { addPrice, listPrices, withdrawPrice } from './set-prices.ts'
import { addFee, addTier, listFees, listTiers, setVendorPricing, vendorPricing } from './set-terms.ts'

const config = { access: OPERATOR } as const
const tags = ['admin']

/** How operators set prices and terms. Every change is audited. */
export function pricingAdminRoutes(app: App, deps: Deps) {
  priceRoutes(app, deps)
  tierRoutes(app, deps)
  feeRoutes(app, deps)
  vendorPricingRoutes(app, deps)
}

const PricesQuery = ListQuery.extend({
  category: z.enum(CATEGORIES).optional(),
  countryCode: CountryCode.optional(),
  current: z.enum(['true', 'false']).default('false').meta({ description: 'true: only prices currently in effect' }),
})

function priceRoutes(app: App, deps: Deps) {
  const pager = createPager(deps.signer, 'admin/pricing', PLATFORM)
  app.get(
    '/admin/pricing',
    {
      config,
      schema: {
        tags,
        summary: 'List past, current and future prices',
        querystring: PricesQuery,
        response: { 200: listOf(PriceView) },
      },
    },
    async ({ query: { category, countryCode, current, ...query } }) => {
      const filter = { category, countryCodes: countryCode && [countryCode] }
      const rows = await listPrices(deps, filter, { isCurrent: current === 'true' })
      return pager.answerAll(query, rows.map(presentPrice), priceKey)
    },
  )
  app.post(
    '/admin/pricing',
    {
      config,
      schema: {
        tags,
        summary: 'Add a price',
        description: 'Prices are never edited: the latest one whose effectiveFrom has passed is in effect.',
        body: PriceBody,
        response: { 201: PriceView },
      },
    },
    async ({ operator, body }, reply) => reply.code(201).send(presentPrice(await addPrice(deps, operator, body))),
  )
  app.post(
    '/admin/pricing/:id/withdraw',
    {
      config,
      schema: {
        tags,
        summary: 'Withdraw a price',
        description:
          'To correct a mistake: the previous price is in effect again. Existing quotations keep their price.',
        params: IdParams,
        response: { 200: PriceView },
      },
    },
    async ({ operator, params }) => presentPrice(await withdrawPrice(deps, operator, params.id)),
  )
}

function tierRoutes(app: App, deps: Deps) {
  const pager = createPager(deps.signer, 'admin/pricing-tiers', PLATFORM)
  app.get(
    '/admin/pricing-tiers',
    { config, schema: { tags, summary: 'Tiers', querystring: ListQuery, response: { 200: listOf(TierView) } } },
    async ({ query }) => {
      const tiers = (await listTiers(deps)).map(presentTier).sort((a, b) => (a.id < b.id ? -1 : 1))
      return pager.answerAll(query, tiers, ({ id }) => id)
    },
  )
  app.post(
    '/admin/pricing-tiers',
    {
      config,
      schema: {
        tags,
        summary: 'Add a tier',
        description: 'Its discount applies to every message of the vendors in the tier.',
        body: TierBody,
        response: { 201: TierView },
      },
    },
    async ({ operator, body }, reply) => reply.code(201).send(presentTier(await addTier(deps, operator, body))),
  )
}

function feeRoutes(app: App, deps: Deps) {
  const pager = createPager(deps.signer, 'admin/platform-fees', PLATFORM)
  app.get(
    '/admin/platform-fees',
    {
      config,
      schema: { tags, summary: 'List platform fees', querystring: ListQuery, response: { 200: listOf(FeeView) } },
    },
    async ({ query }) =>
      pager.answerAll(query, (await listFees(deps)).map(presentFee), (fee) => `${fee.currency} ${fee.effectiveFrom}`),
  )
  app.post(
    '/admin/platform-fees',
    {
      config,
      schema: {
        tags,
        summary: 'Add a platform fee',
        description:
          'Fees are never edited: the latest one of a currency is in effect. Add a fee of zero to end a fee.',
        body: FeeBody,
        response: { 201: FeeView },
      },
    },
    async ({ operator, body }, reply) => reply.code(201).send(presentFee(await addFee(deps, operator, body))),
  )
}

function vendorPricingRoutes(app: App, deps: Deps) {
  app.get(
    '/admin/vendors/:id/pricing',
    {
      config,
      schema: {
        tags,
        summary: "Get a vendor's tier and markup",
        params: IdParams,
        response: { 200: VendorPricingView },
      },
    },
    async ({ params }) => vendorPricing(deps.db, params.id as VendorId),
  )
  app.put(
    '/admin/vendors/:id/pricing',
    {
      config,
      schema: {
        tags,
        summary: 'Set the tier or markup of a vendor',
        description: 'Fields that are left out are cleared.',
        params: IdParams,
        body: VendorPricingBody,
        response: { 200: VendorPricingView },
      },
    },
    async ({ operator, params, body }) => setVendorPricing(deps, operator, params.id as VendorId, body),
  )
}

type PriceRow = Awaited<ReturnType<typeof addPrice>>
const presentPrice = (row: PriceRow) => ({
  ...row,
  metaCostUsdMicros: toJsonInteger(row.metaCostUsdMicros),
  metaCostUsdCents: toJsonInteger(row.metaCostUsdCents),
  markupPercent: row.markupPercent ?? MARKUP_PERCENT_DEFAULT,
  effectiveFrom: row.effectiveFrom.toISOString(),
  createdAt: row.createdAt.toISOString(),
})
const priceKey = (price: ReturnType<typeof presentPrice>) =>
  `${price.countryCode} ${price.category} ${price.currency} ${price.effectiveFrom}`

const presentTier = ({ createdAt, ...tier }: Awaited<ReturnType<typeof addTier>>) => ({
  ...tier,
  createdAt: createdAt.toISOString(),
})
const presentFee = (fee: Awaited<ReturnType<typeof addFee>>) => ({
  ...fee,
  flatMinorUnit: toJsonInteger(fee.flatMinorUnit),
  effectiveFrom: fee.effectiveFrom.toISOString(),
  createdAt: fee.createdAt.toISOString(),
})
