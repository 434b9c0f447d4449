import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import {
  type FeedAnswer,
  feedText,
  type RatesFeedServer,
  startRatesFeed,
} from '../../../tests/support/services/rates-feed.ts'
import type { VendorId } from '../../domain/ids.ts'
import { CURRENCY_DECIMALS, CURRENCY_LOCALES } from '../../domain/money/currencies.ts'
import { rateText } from '../../domain/money/exchange-rate.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../sandbox/seed.ts'
import { moveMoney } from '../wallet/move-money.ts'
import { convertPaise } from './convert.ts'
import { refreshRates } from './refresh.ts'
import { usdRate } from './usd-rate.ts'

let product: TestProduct
let feed: RatesFeedServer
beforeAll(async () => {
  feed = await startRatesFeed()
  product = await startProduct({ env: { RATES_URL: feed.url, ACCESS_TOKEN_TTL_SECONDS: '86400' } })
})

const now = () => product.deps.clock.now()
const hours = (n: number) => product.advance(n * 3600)
const rate = async (currency = 'INR') => rateText((await usdRate(product.deps, currency, now())).rate)
const unavailable = { code: 'RATE_UNAVAILABLE' }
const known = (currency = 'INR') =>
  product.deps.db.selectFrom('exchange_rate').selectAll().where('to_currency', '=', currency).executeTakeFirstOrThrow()
const refusals = () => product.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'rates.refused')

/**
 * Every test begins with fresh rates. The worker polls the feed by itself when it is due, so the feed's answer is set
 * before the clock is moved.
 */
beforeEach(async () => {
  feed.quote({}, now)
  await hours(48)
  await refreshRates(product.deps, now(), { wait: true })
})

describe('the rate of a currency', () => {
  test('comes from the feed, is fetched once an hour, and is then the new one', async () => {
    const asked = feed.requests.length
    expect([await rate(), await rate('KWD'), await rate('USD')]).toEqual(['83.33', '0.3075', '1'])
    feed.quote({ INR: '84.1' }, now)
    await product.advance(3_590)
    expect(await rate()).toBe('83.33')
    expect(feed.requests.length).toBe(asked)
    await product.advance(10)
    expect(await rate()).toBe('84.1')
    expect(await rate('JPY')).toBe('149.5')
    expect(feed.requests.length).toBe(asked + 1)
  })

  test('is fetched by one of many callers; the others use the last known one or wait for the first', async () => {
    for (const age of [1, 30]) {
      const asked = feed.requests.length
      await hours(age)
      const rates = await Promise.all(Array.from({ length: 20 }, () => rate()))
      expect(new Set(rates)).toEqual(new Set(['83.33']))
      expect(feed.requests.length).toBe(asked + 1)
    }
  })

  test('is the last known one for a day while the feed is down, and then unavailable', async () => {
    feed.answer({ status: 500 })
    await product.advance(86_390)
    expect(await rate()).toBe('83.33')
    await product.advance(20)
    await expect(rate()).rejects.toMatchObject(unavailable)
    expect(await rate('USD')).toBe('1')
    feed.quote({}, now)
    await product.advance(10)
    expect(await rate()).toBe('83.33')
  })

  test('is as old as the feed says: fetching an old rate does not make it new', async () => {
    const asOf = new Date(now().getTime() - 3_600_000)
    feed.quote({ INR: '84.2' }, () => asOf)
    await hours(23)
    expect(await rate()).toBe('83.33')
    await hours(2)
    await expect(rate()).rejects.toMatchObject(unavailable)
  })

  test('is not fetched again at once after a failure', async () => {
    feed.answer({ status: 500 })
    const asked = feed.requests.length
    await hours(2)
    for (let i = 0; i < 5; i++) await rate()
    expect(feed.requests.length).toBe(asked + 1)
  })
})

describe('an implausible feed keeps the previous rate until it is too old', () => {
  const at = (text: string) => () => feedText({ USD: '1', INR: text, JPY: '150' }, now())
  const feeds: [string, () => FeedAnswer][] = [
    ['zero', at('0')],
    ['less than nothing', at('-83.33')],
    ['NaN', at('NaN')],
    ['a text', at('"83.33"')],
    ['null', at('null')],
    ['a list', at('[83.33]')],
    ['an exponent', at('8.333e1')],
    ['beyond all floats', at('1e400')],
    ['huge', at('83333333333333333333')],
    ['tiny', at('0.0000000001')],
    ['a hundred times as much', at('8333')],
    ['a hundredth', at('0.8333')],
    ['a fifth more and a hair', at('99.9960001')],
    ['a fifth less and a hair', at('66.6639999')],
    ['paise for rupees', at('8333.0')],
    ['the inverse', at('0.012')],
    ['missing', () => feedText({ USD: '1', JPY: '150' }, now())],
    ['another base', () => feedText({ INR: '83.4' }, now(), '"EUR"')],
    ['no base', () => feedText({ INR: '83.4' }, now(), '7')],
    ['an old time', () => feedText({ INR: '83.4' }, new Date(now().getTime() - 90 * 86_400_000))],
    ['a time to come', () => feedText({ INR: '83.4' }, new Date(now().getTime() + 90_000_000))],
    ['milliseconds', () => feedText({ INR: '83.4' }, new Date(now().getTime() * 1000))],
    ['cut off', () => feedText({ INR: '83.4' }, now()).slice(0, -3)],
    ['empty', () => ''],
    ['a page', () => '<!doctype html>'],
    ['too large', () => `${feedText({ INR: '83.4' }, now())}${' '.repeat(300_000)}`],
    ['status 500', () => ({ status: 500, body: feedText({ INR: '83.4' }, now()) })],
    ['status 404', () => ({ status: 404 })],
    ['a redirect', () => ({ status: 301, headers: { location: feed.url } })],
    ['a broken connection', () => (response) => void response.destroy()],
  ]
  test(`there are ${feeds.length} of them`, () => expect(feeds).toHaveLength(30))

  test.each(feeds)('%s', async (_, answer) => {
    feed.answerBy(answer)
    await hours(2)
    expect(await rate()).toBe('83.33')
    await hours(23)
    await expect(rate()).rejects.toMatchObject(unavailable)
    expect((await known()).rate).toBe('83.3300000000')
  })
})

describe('a large change', () => {
  test('is refused with an alert, only for its currency, until an operator confirms it', async () => {
    const before = refusals().length
    feed.quote({ INR: '120.5', JPY: '151' }, now)
    await hours(2)
    expect([await rate(), await rate('JPY')]).toEqual(['83.33', '151'])
    expect(refusals().slice(before)).toMatchObject([{ alert: true, currency: 'INR', offered: '120.5', level: 'error' }])

    const { body } = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
    const set = (to: unknown, currency = 'INR') =>
      product.call('PUT', '/admin/exchange-rates', { currency, rate: to }, { token: body.accessToken })
    for (const wrong of ['0', '-1', '1e2', 120.5, '', null, '999999999999'])
      expect((await set(wrong)).status, `${wrong}`).toBe(400)
    for (const currency of ['USD', 'XXX', 'inr']) expect((await set('2', currency)).status).toBe(400)
    expect(await set('120.5')).toMatchObject({ status: 200, body: { currency: 'INR', rate: '120.5', isUsable: true } })
    expect(await rate()).toBe('120.5')
    const audit = await product.get('/admin/audit?action=EXCHANGE_RATE_SET', { token: body.accessToken })
    expect(audit.body.data).toMatchObject([{ subjectId: 'USD-INR', details: { rate: '120.5' } }])
    feed.quote({ INR: '119' }, now)
    await hours(1)
    expect(await rate()).toBe('119')
    const listed = await product.get('/admin/exchange-rates', { token: body.accessToken })
    expect(listed.body.data).toContainEqual(expect.objectContaining({ currency: 'INR', rate: '119', isUsable: true }))
    await set('83.33')
  })
})

describe('without a current rate', () => {
  test('received money is still posted at the last known rate and marked; with a current rate it is not', async () => {
    const { vendorId, token } = await newVendor(product)
    await product.patch('/vendor/me', { currency: 'AED' }, { token })
    const credit = (idempotencyKey: string) =>
      inTransaction(product.deps.db, (tx) =>
        moveMoney(
          tx,
          vendorId as VendorId,
          [{ type: 'CREDIT', amountMinorUnit: 36_725n, idempotencyKey, description: 'Recharge' }],
          now(),
        ),
      )
    await credit('fresh')
    feed.answer({ status: 500 })
    await hours(25)
    await credit('stale')
    const rows = await product.deps.db
      .selectFrom('wallet_transaction')
      .select(['idempotency_key', 'is_rate_stale', 'amount_inr_paise'])
      .where('vendor_id', '=', vendorId as VendorId)
      .orderBy('sequence')
      .execute()
    // 367.25 dirhams are 100 dollars.
    expect(rows).toEqual([
      { idempotency_key: 'fresh', is_rate_stale: false, amount_inr_paise: 833_300n },
      { idempotency_key: 'stale', is_rate_stale: true, amount_inr_paise: 833_300n },
    ])
  })

  test('limits in rupees can still be converted to every currency', async () => {
    feed.answer({ status: 500 })
    await hours(500)
    const { db } = product.deps
    const worth = await Promise.all(['INR', 'USD', 'JPY', 'KWD'].map((code) => convertPaise(db, 10_000n, code)))
    expect(worth).toEqual([10_000n, 121n, 180n, 370n])
  })
})

test('the currencies are listed for the portal, and code and database agree on them', async () => {
  const { token } = await newVendor(product)
  const { body } = await product.get('/currencies', { token })
  expect(body.data).toContainEqual({ code: 'INR', symbol: '₹', decimalPlaces: 2, locale: 'en-IN' })
  type Row = { code: string; decimalPlaces: number; locale: string }
  const by = (field: 'decimalPlaces' | 'locale') =>
    Object.fromEntries(body.data.map((row: Row) => [row.code, row[field]]))
  expect(by('decimalPlaces')).toEqual(CURRENCY_DECIMALS)
  expect(by('locale')).toEqual(CURRENCY_LOCALES)
  expect((await product.get('/admin/exchange-rates', { token })).status).toBe(403)
})
