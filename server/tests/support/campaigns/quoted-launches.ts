import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { Currency } from '../../../src/domain/money/currencies.ts'
import { expandCampaign } from '../../../src/features/campaigns/launch/expand.ts'
import { launchCampaign } from '../../../src/features/campaigns/launch/launch.ts'
import { requestQuotation } from '../../../src/features/quotations/quote.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import { UNKEYED } from '../../../src/platform/idempotency/idempotency.ts'
import { bareVendor } from '../money/invoices.ts'
import { figuresOf } from '../money/wallets.ts'
import { signIn } from '../product.ts'
import { type Dice, dice } from '../random/dice.ts'
import { addMoney, approvedTemplate, listOf, messagesOf, someContacts, subscribe } from './campaigns.ts'
import { startQuoting } from './quotations.ts'

type Product = Awaited<ReturnType<typeof startQuoting>>

const CURRENCIES: readonly Currency[] = ['INR', 'USD', 'JPY', 'KWD', 'AED']
const COUNTRIES = ['IN', 'US', 'GB', 'AE', 'DE'] as const
const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const

/**
 * Quotes audiences in every kind of currency under random terms, then changes prices, terms and rates, and launches with
 * the quotation: a wallet with one minor unit less than the quoted total is refused for exactly that one, and a wallet
 * with exactly the total is at zero afterwards.
 */
export async function launchAsQuoted(cases: number, seed: number) {
  const product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  const chance = dice(seed)
  for (let i = 0; i < cases; i++) {
    const { accessToken } = (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body
    await launchOne(product, accessToken, chance, `seed ${seed}, case ${i}`)
  }
}

async function launchOne(product: Product, operator: string, chance: Dice, which: string) {
  const { deps } = product
  const currency = chance.pick(CURRENCIES)
  const { vendorId } = await bareVendor(product, { currency })
  await subscribe(product, vendorId)
  await setTerms(product, operator, chance, vendorId, currency)
  const category = chance.pick(CATEGORIES)
  const wanted = {
    templateId: await approvedTemplate(product, vendorId, { category }),
    contactListId: await listOf(product, vendorId, audience(chance)),
  }
  const who = { kind: 'vendor', vendorId, role: 'MEMBER', accountId: undefined } as const
  const quoted = await requestQuotation(deps, who, wanted, UNKEYED)
  const subtotals = quoted.items.reduce((sum, { subtotalMinorUnit }) => sum + subtotalMinorUnit, 0)
  expect(quoted, which).toMatchObject({ currency, totalMinorUnit: subtotals + quoted.platformFeeMinorUnit })

  await setTerms(product, operator, chance, vendorId, currency)
  // A rate is good for an hour, and one that leaps is not believed.
  product.feed.quote({ INR: `${76 + chance.whole(14)}.5` }, () => deps.clock.now())
  await product.advance(3_601)
  const send = () => launchCampaign(deps, who, { ...wanted, quotationId: quoted.id }, UNKEYED)
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

const audience = (chance: Dice) =>
  someContacts(1 + chance.whole(12)).map((contact) => ({ ...contact, countryCode: chance.pick(COUNTRIES) }))

/** A tier or a markup, and a fee of the currency; each a while after the one before, for one instant has one price. */
async function setTerms(product: Product, operator: string, chance: Dice, vendorId: VendorId, currency: Currency) {
  await product.advance(1)
  const as = { token: operator }
  const call = async (method: string, path: string, body: object) => {
    const answer = await product.call(method, path, body, as)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const percent = chance.whole(30)
  await call('POST', '/admin/platform-fees', { flatMinorUnit: chance.whole(500), percent, currency })
  const name = `Tier ${vendorId.slice(-8)} ${chance.whole(1e9)}`
  const tier = await call('POST', '/admin/pricing-tiers', { name, discountPercent: chance.whole(60) })
  const terms = chance.chance(0.5) ? { tierId: tier.id } : { markupPercent: chance.whole(200) }
  await call('PUT', `/admin/vendors/${vendorId}/pricing`, terms)
  const metaCostUsdMicros = 1 + chance.whole(90_000)
  const [category, countryCode] = [chance.pick(CATEGORIES), chance.pick(COUNTRIES)]
  await call('POST', '/admin/pricing', { category, countryCode, metaCostUsdMicros })
}
