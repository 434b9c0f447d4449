import { beforeAll, beforeEach } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { Category } from '../../../src/domain/money/pricing.ts'
import { priceAudienceAt, rateFor } from '../../../src/features/pricing/price-audience.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../product.ts'
import { type RatesFeedServer, startRatesFeed } from '../services/rates-feed.ts'

/** A product with exchange rates, a vendor in rupees with default terms, and an operator. */
export function usePricing() {
  let product: TestProduct
  let feed: RatesFeedServer
  let vendor: { token: string; vendorId: VendorId }
  let operator: string

  const now = () => product.deps.clock.now()
  const as = () => ({ token: operator })
  const anybody = async () => {
    const { token, vendorId } = await newVendor(product)
    return { token, vendorId: vendorId as VendorId }
  }
  const keepIn = (currency: string) => product.patch('/vendor/me', { currency }, { token: vendor.token })
  const give = (terms: object) => product.call('PUT', `/admin/vendors/${vendor.vendorId}/pricing`, terms, as())
  const sheet = () => product.get('/pricing', { token: vendor.token })

  beforeAll(async () => {
    feed = await startRatesFeed()
    product = await startProduct({ env: { RATES_URL: feed.url, ACCESS_TOKEN_TTL_SECONDS: '86400' } })
    feed.quote({}, now)
    vendor = await anybody()
    operator = (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken
  })
  beforeEach(async () => {
    await keepIn('INR')
    await give({})
  })

  return {
    product: () => product,
    feed: () => feed,
    vendor: () => vendor,
    /** Calls the API as the operator. */
    as,
    now,
    anybody,
    /** Continues with a new vendor. */
    changeVendor: async () => {
      vendor = await anybody()
    },
    keepIn,
    give,
    sheet,
    /** What an audience costs the vendor now. */
    priceOf: async (audience: Parameters<typeof priceAudienceAt>[2]) => {
      const rate = await rateFor(product.deps, vendor.vendorId, now())
      return priceAudienceAt(product.deps.db, vendor.vendorId, audience, rate, now())
    },
    unitOf: async (category: Category, countryCode: string): Promise<number | undefined> => {
      type Line = { category: string; countryCode: string; unitMinorUnit: number }
      const isIt = (line: Line) => line.category === category && line.countryCode === countryCode
      return (await sheet()).body.prices.find(isIt)?.unitMinorUnit
    },
    addPrice: (body: object) =>
      product.post('/admin/pricing', { category: 'UTILITY', countryCode: 'FR', ...body }, as()),
    audited: async (action: string) => (await product.get(`/admin/audit?action=${action}`, as())).body.data[0],
    fromNow: (seconds: number) => new Date(now().getTime() + seconds * 1000).toISOString(),
  }
}
