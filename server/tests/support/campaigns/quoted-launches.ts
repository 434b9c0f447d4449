import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { Currency } from '../../../src/domain/money/currencies.ts'
import { expandCampaign } from '../../../src/features/campaigns/launch/expand.ts'
import { launchCampaign } from '../../../src/features/campaigns/launch/launch.ts'
import { requestQuotation } from '../../../src/features/quotations/quote.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../src/platform/idempotency/idempotency.ts'
import { bareVendor } from '../money/invoices.ts'
import { figuresOf } from '../money/wallets.ts'
import { signIn } from '../product.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'
import { addMoney, approvedTemplate, listOf, messagesOf, someContacts, subscribe } from './campaigns.ts'
import { startQuoting } from './quotations.ts'

type Product = Awaited<ReturnType<typeof startQuoting>>

const CURRENCIES: readonly Currency[] = ['INR', 'USD', 'JPY', 'KWD', 'AED']
const COUNTRIES = ['IN', 'US', 'GB', 'AE', 'DE'] as const
const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const

/**
 * Quotes audiences in currencies of every kind under random terms, then changes prices, terms and rates, and launches
 * with the quotation. A wallet with one minor unit less than the quoted total must be refused for exactly that unit,
 * and a wallet with exactly the total must be empty afterwards.
 */
export async function launchAsQuoted(cases: number, seed: number) {
  const product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  const random = seededRandom(seed)
  for (let i = 0; i < cases; i++) {
    const { accessToken } = (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body
    await launchOne(product, accessToken, random, `seed ${seed}, case ${i}`)
  }
}

async function launchOne(product: Product, operator: string, random: SeededRandom, which: string) {
  const { deps } = product
  const currency = random.pick(CURRENCIES)
  const { vendorId } = await bareVendor(product, { currency })
  await subscribe(product, vendorId)
  await setTerms(product, operator, random, vendorId, currency)
  const category = random.pick(CATEGORIES)
  const wanted = {
    templateId: await approvedTemplate(product, vendorId, { category }),
    contactListId: await listOf(product, vendorId, audience(random)),
  }
  const who = {
    kind: 'vendor',
    vendorId,
    role: 'MEMBER',
    accountId: undefined,
    apiKey: { id: '01900000-0000-7000-8000-000000000001', scopes: null },
  } as const
  const quoted = await requestQuotation(deps, who, wanted, NO_IDEMPOTENCY_KEY)
  const subtotals = quoted.items.reduce((sum, { subtotalMinorUnit }) => sum + subtotalMinorUnit, 0)
  expect(quoted, which).toMatchObject({ currency, totalMinorUnit: subtotals + quoted.platformFeeMinorUnit })

  await setTerms(product, operator, random, vendorId, currency)
  // A rate is valid for an hour, and one that jumps is rejected.
  product.feed.quote({ INR: `${76 + random.below(14)}.5` }, () => deps.clock.now())
  await product.advance(3_601)
  const send = () => launchCampaign(deps, who, { ...wanted, quotationId: quoted.id }, NO_IDEMPOTENCY_KEY)
  const total = quoted.totalMinorUnit
  if (total > 1) {
    await addMoney(product, vendorId, total - 1)
    const refusal = { requiredMinorUnit: total, balanceMinorUnit: total - 1, shortfallMinorUnit: 1 }
    await expect(send(), which).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE', details: { members: refusal } })
    await addMoney(product, vendorId, 1)
  } else await addMoney(product, vendorId, Math.max(1, total))
  const before = await figuresOf(deps.db, vendorId)
  const launched = await send()
  expect(launched.estimatedCostMinorUnit, which).toBe(total)
  const after = await figuresOf(deps.db, vendorId)
  expect([before.balance - after.balance, after.reserved], which).toEqual([BigInt(total), BigInt(total)])
  await expandCampaign(deps, vendorId, launched.campaignId)
  const costs = (await messagesOf(product, launched.campaignId)).map(({ cost_minor_unit: cost }) => cost)
  expect(
    costs.reduce((sum, cost) => sum + cost, 0n),
    which,
  ).toBe(BigInt(subtotals))
}

const audience = (random: SeededRandom) =>
  someContacts(1 + random.below(12)).map((contact) => ({ ...contact, countryCode: random.pick(COUNTRIES) }))

/** Sets a tier or a markup and a platform fee, each at its own instant, because an instant has only one price. */
async function setTerms(
  product: Product,
  operator: string,
  random: SeededRandom,
  vendorId: VendorId,
  currency: Currency,
) {
  await product.advance(1)
  const as = { token: operator }
  const call = async (method: string, path: string, body: object) => {
    const answer = await product.call(method, path, body, as)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const percent = random.below(30)
  await call('POST', '/admin/platform-fees', { flatMinorUnit: random.below(500), percent, currency })
  const name = `Tier ${vendorId.slice(-8)} ${random.below(1e9)}`
  const tier = await call('POST', '/admin/pricing-tiers', { name, discountPercent: random.below(60) })
  const terms = random.chance(0.5) ? { tierId: tier.id } : { markupPercent: random.below(200) }
  await call('PUT', `/admin/vendors/${vendorId}/pricing`, terms)
  const metaCostUsdMicros = 1 + random.below(90_000)
  const [category, countryCode] = [random.pick(CATEGORIES), random.pick(COUNTRIES)]
  await call('POST', '/admin/pricing', { category, countryCode, metaCostUsdMicros })
}
