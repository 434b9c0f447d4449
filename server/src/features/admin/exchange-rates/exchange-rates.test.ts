import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { newOperator, type TestOperator } from '../../../../tests/support/operators.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { type RatesFeedServer, startRatesFeed } from '../../../../tests/support/services/rates-feed.ts'
import { refreshRates } from '../../currency/refresh.ts'

const NOWHERE = 'http://127.0.0.1:9'

let product: TestProduct
let feed: RatesFeedServer
let anna: TestOperator
let bilal: TestOperator
beforeAll(async () => {
  feed = await startRatesFeed()
  const outside = {
    SMTP_URL: 'smtp://127.0.0.1:9',
    RATES_URL: feed.url,
    PROVIDER_BASE_URL: NOWHERE,
    GATEWAY_BASE_URL: NOWHERE,
  }
  product = await startProduct({
    env: { ...outside, OPERATOR_MFA_REQUIRED: 'false', EXCHANGE_RATE_CACHE_TTL_SECONDS: '1' },
  })
  expect(product.deps.config.sandbox).toBe(false)
})

beforeEach(async () => {
  await offer('83.33')
  ;[anna, bilal] = [await newOperator(product, 'FINANCE'), await newOperator(product, 'FINANCE')]
})

/** Outside sandbox mode the clock cannot be moved, so the feed is asked until its next answer is due. */
async function offer(rupees: string) {
  feed.quote({ INR: rupees }, () => product.deps.clock.now())
  await eventually(async () => {
    await refreshRates(product.deps, product.deps.clock.now(), { wait: true })
    const { offered_rate: offered } = await product.deps.db
      .selectFrom('exchange_rate')
      .select('offered_rate')
      .where('to_currency', '=', 'INR')
      .executeTakeFirstOrThrow()
    expect(Number(offered)).toBe(Number(rupees))
  }, 15_000)
}
const set = (by: TestOperator, rate: string, currency = 'INR') =>
  product.call('PUT', '/admin/exchange-rates', { currency, rate }, { token: by.token })
const decide = (by: TestOperator, id: string, decision: 'approve' | 'reject' = 'approve') =>
  product.post(`/admin/approvals/${id}/${decision}`, undefined, by)
const rateOf = async (currency = 'INR') =>
  (await product.get('/admin/exchange-rates', anna)).body.data.find(
    (row: { currency: string }) => row.currency === currency,
  ).rate
const rateIsSet = (rate: string, currency = 'INR') => ({ status: 200, body: { currency, rate, isUsable: true } })

test('a rate within a fifth of what the feed offers is set by one operator', async () => {
  for (const rate of ['66.664', '99.996', '84']) expect(await set(anna, rate)).toMatchObject(rateIsSet(rate))
})

test('one far from it is set when another operator approves it', async () => {
  const before = await rateOf()
  const { status, body } = await set(anna, '99.9960001')
  expect(status).toBe(202)
  expect(body).toEqual({ approvalId: expect.any(String), status: 'PENDING' })
  expect(await rateOf()).toBe(before)
  const asked = (await product.get(`/admin/approvals/${body.approvalId}`, bilal)).body
  expect(Date.parse(asked.expiresAt) - Date.parse(asked.requestedAt)).toBe(7 * 86_400_000)
  expect(asked).toMatchObject({
    kind: 'EXCHANGE_RATE',
    status: 'PENDING',
    vendorId: null,
    companyName: null,
    amountMinorUnit: 10_000,
    currency: 'INR',
    reason: 'Exchange rate USD-INR set manually',
    details: { rate: '99.9960001', rateBefore: before, offeredRate: '83.33' },
    requestedBy: { id: anna.id },
  })

  expect((await decide(anna, body.approvalId)).body.code).toBe('SAME_OPERATOR')
  expect(await rateOf()).toBe(before)
  expect(await decide(bilal, body.approvalId)).toMatchObject({
    status: 200,
    body: { status: 'APPROVED', result: { rate: '99.9960001' } },
  })
  expect(await rateOf()).toBe('99.9960001')
  const audit = (await product.get('/admin/audit?action=EXCHANGE_RATE_SET&pageSize=1', anna)).body.data[0]
  expect(audit).toMatchObject({
    operatorId: anna.id,
    subjectId: 'USD-INR',
    details: { approvalId: body.approvalId, approvedBy: bilal.id },
    after: { rate: '99.9960001' },
  })
})

test('small steps do not lead away from the feed', async () => {
  expect((await set(anna, '99')).status).toBe(200)
  expect((await set(anna, '110')).status).toBe(202)
  expect(await rateOf()).toBe('99')
})

test('a rate that the feed offered and that was refused as too large a change is set by one operator', async () => {
  const before = await rateOf()
  await offer('140')
  expect(await rateOf()).toBe(before)
  expect(await set(anna, '140.5')).toMatchObject(rateIsSet('140.5'))
  expect((await set(anna, '83.33')).status).toBe(202)
})

test('the same rate is requested once, and a rejected one is not set', async () => {
  const first = (await set(anna, '500', 'JPY')).body.approvalId
  expect((await set(bilal, '500.0', 'JPY')).body.approvalId).toBe(first)
  expect((await decide(bilal, first, 'reject')).body).toMatchObject({ status: 'REJECTED', result: null })
  expect(await rateOf('JPY')).toBe('149.5')
})

test('many operators who ask for it at once ask for it once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => set(i % 2 ? anna : bilal, '7', 'EUR')))
  expect(new Set(answers.map(({ body }) => body.approvalId)).size).toBe(1)
})
