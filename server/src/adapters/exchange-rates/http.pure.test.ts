import { beforeAll, describe, expect, test } from 'vitest'
import { feedText, type RatesFeedServer, startRatesFeed } from '../../../tests/support/services/rates-feed.ts'
import type { ExchangeRates } from '../../ports/exchange-rates.ts'
import { httpExchangeRates } from './http.ts'

let feed: RatesFeedServer
let rates: ExchangeRates
beforeAll(async () => {
  feed = await startRatesFeed()
  rates = httpExchangeRates({ url: feed.url, timeoutMs: 300 })
})

const AT = new Date('2026-09-01T10:00:00Z')
const quoted = async (rate: string) => {
  feed.answer(feedText({ INR: rate }, AT))
  return (await rates.fetch()).rates.get('INR')
}

test('requests rates in dollars, keeps the rest of the URL, and reads time and digits exactly', async () => {
  feed.answer(feedText({ INR: '83.33', JPY: '149.50', KWD: '0.30749999999999999999' }, AT))
  expect(await rates.fetch()).toEqual({
    at: AT,
    rates: new Map([
      ['INR', '83.33'],
      ['JPY', '149.50'],
      ['KWD', '0.30749999999999999999'],
    ]),
  })
  expect(feed.requests.at(-1)).toBe('/rates?key=k1&base=USD')
})

test.each(['0', '-83.33', '8.333e1', '1E400', '83333333333333333333333333.1'])(
  'returns the number %s with its exact digits',
  async (rate) => expect(await quoted(rate)).toBe(rate),
)

test.each(['"83.33"', 'null', 'true', '[83.33]', '{"number": "83.33"}'])(
  'leaves out %s, which is not a number',
  async (rate) => expect(await quoted(rate)).toBeUndefined(),
)

test('handles digits and quotes inside texts and a repeated rate', async () => {
  feed.answer(
    `{"note": "a \\" 12.5 {\\\\", "base":"USD","timestamp":1788256800,"rates":{"INR":1,"INR":83.33,"a1":2,"usd":3,"JPY":149.5}}`,
  )
  expect([...(await rates.fetch()).rates]).toEqual([
    ['INR', '83.33'],
    ['JPY', '149.5'],
  ])
})

describe('an invalid response', () => {
  const whole = feedText({ INR: '83.33' }, AT)
  test.each([
    ['cut off', whole.slice(0, -5)],
    ['empty', ''],
    ['a page', '<html>503</html>'],
    ['NaN', feedText({ INR: 'NaN' }, AT)],
    ['Infinity', feedText({ INR: 'Infinity' }, AT)],
    ['a hexadecimal', feedText({ INR: '0x53' }, AT)],
    ['a comma for a point', feedText({ INR: '83,33' }, AT)],
    ['another base', feedText({ INR: '90.1' }, AT, '"EUR"')],
    ['no base', feedText({ INR: '83.33' }, AT, 'null')],
    ['a list', '[]'],
    ['null', 'null'],
    ['no rates', '{"base":"USD","timestamp":1788256800}'],
    ['rates as a list', '{"base":"USD","timestamp":1788256800,"rates":[83.33]}'],
    ['no time', '{"base":"USD","rates":{"INR":83.33}}'],
    ['a time that is text', '{"base":"USD","timestamp":"1788256800","rates":{"INR":83.33}}'],
    ['a time with decimals', '{"base":"USD","timestamp":1788256800.5,"rates":{"INR":83.33}}'],
    ['a negative time', '{"base":"USD","timestamp":-5,"rates":{"INR":83.33}}'],
    ['too large', `${whole}${' '.repeat(300_000)}`],
    ['an error', { status: 500, body: whole }],
    ['too busy', { status: 429, body: whole }],
    ['not modified', { status: 304 }],
    ['a redirect', { status: 302, headers: { location: '/other' }, body: whole }],
    ['compressed', { status: 200, headers: { 'content-encoding': 'gzip' }, body: '\u001f\u008b\b' }],
  ])('%s', async (_, answer) => {
    feed.answer(answer)
    const asked = feed.requests.length
    await expect(rates.fetch()).rejects.toThrow()
    expect(feed.requests.length).toBe(asked + 1)
  })

  test('that never arrives, never ends, or breaks off', async () => {
    feed.answer(() => {})
    await expect(rates.fetch()).rejects.toThrow(/timeout/)
    feed.answer((response) => void response.writeHead(200).write('{"base":'))
    await expect(rates.fetch()).rejects.toThrow(/timeout/)
    feed.answer((response) => void response.destroy())
    await expect(rates.fetch()).rejects.toThrow()
    feed.answer(whole)
    expect((await rates.fetch()).at).toEqual(AT)
  })
})
