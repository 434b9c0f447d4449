import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { RATE_SCALE } from '../../../src/domain/money/exchange-rate.ts'
import { priceResolvedAudience, type ResolvedAudience } from '../../../src/features/quotations/audience.ts'
import { createQuotation } from '../../../src/features/quotations/create.ts'
import { findSendable } from '../../../src/features/templates/sendable.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import { eventually } from '../eventually.ts'
import { type ProductOptions, startProduct, type TestProduct } from '../product.ts'
import { type RatesFeedServer, startRatesFeed } from '../services/rates-feed.ts'
import { approvedTemplate } from './campaigns.ts'

/** A product with a feed of exchange rates. */
export async function startQuoting(options: ProductOptions = {}): Promise<TestProduct & { feed: RatesFeedServer }> {
  const feed = await startRatesFeed()
  const env = { RATES_URL: feed.url, ACCESS_TOKEN_TTL_SECONDS: '86400', ...options.env }
  const product = await startProduct({ ...options, env })
  feed.quote({}, () => product.deps.clock.now())
  return { ...product, feed }
}

/** A quotation for ten recipients in India that needs no exchange rate. */
export async function bareQuotation(product: TestProduct, vendorId: VendorId) {
  const { db, clock } = product.deps
  const now = clock.now()
  const templateId = await approvedTemplate(product, vendorId)
  const aim: ResolvedAudience = {
    template: await findSendable(db, vendorId, templateId),
    listId: newId<'list'>(),
    mapping: {},
    excludeCountries: [],
    audience: { recipients: 10, byCountry: new Map([['IN', 10]]), skipped: [] },
  }
  const rate = { currency: 'INR', rate: 83n * RATE_SCALE, decimals: 2, fetchedAt: now }
  const price = await priceResolvedAudience(db, vendorId, aim, rate, now)
  return inTransaction(db, (tx) => createQuotation(tx, vendorId, { ...aim, price }, now))
}

export const quotationRow = ({ deps }: Pick<TestProduct, 'deps'>, id: string) =>
  deps.db.selectFrom('quotation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Waits for the PDF and returns it. */
export const quotationPdf = (product: TestProduct, { token }: { token: string }, id: string) =>
  eventually(async () => {
    const response = await product.app.inject({
      url: `/api/v1/quotations/${id}/pdf`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.statusCode).toBe(200)
    return { pdf: response.rawPayload, headers: response.headers }
  }, 30_000)
