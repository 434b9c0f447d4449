import { beforeAll, expect, test } from 'vitest'
import { numbersFrom } from '../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ env: { API_REQUESTS_PER_MINUTE: '1000000' } })
})
const newMobile = numbersFrom(10_000_000)

const SCRIPTS = [0x30, 0xff10, 0x966, 0x660, 0x6f0, 0x9e6, 0xbe6, 0xe50]
const SEPARATORS = ['', ' ', '-', '.', '\u00a0', '\u2009', '\u2011', '\u2013', ' - ']
const FRONTS = ['', '+', '00', '＋', "'+", 'tel:+', ' +', '\u202a+', '(+', '="']
const ENDS = ['', ' ', '\u202c', '\u200b', "'"]

/** Every spelling uses another set of choices, so that none repeats. */
function spelling(digits: string, choice: number): string {
  const take = <T>(items: readonly T[]): T => {
    const item = items[choice % items.length] as T
    choice = Math.floor(choice / items.length)
    return item
  }
  const [zero, front, end] = [take(SCRIPTS), take(FRONTS), take(ENDS)]
  const [first, second] = [take(SEPARATORS), take(SEPARATORS)]
  const folded = digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  const written = `${folded.slice(0, 2)}${front === '(+' ? ')' : ''}${first}${folded.slice(2, 7)}${second}${folded.slice(7)}`
  return `${front}${written}${front === '="' ? '"' : ''}${end}`
}

test('ten thousand spellings of one number are one contact', async () => {
  const { token } = await newVendor(product)
  const digits = newMobile()
  const items = Array.from({ length: 10_000 }, (_, i) => ({ mobile: spelling(digits, i) }))
  expect(new Set(items.map(({ mobile }) => mobile)).size).toBe(10_000)
  const { body } = await product.post('/contacts/bulk', items, { token })
  expect(body.failed.slice(0, 10).map(({ index }: { index: number }) => items[index])).toEqual([])
  expect(body).toEqual({ created: 1, updated: 0, unchanged: 9_999, failed: [] })
})

test('iteration over 100,000 contacts returns each exactly once while others are added', async () => {
  const { token } = await newVendor(product)
  const bulk = (count: number) =>
    product.post(
      '/contacts/bulk',
      Array.from({ length: count }, () => ({ mobile: newMobile() })),
      { token },
    )
  for (let i = 0; i < 10; i++) await bulk(10_000)
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const [{ body }] = await Promise.all([
      product.post('/contacts/search', { pageSize: 100, cursor }, { token }),
      bulk(20),
    ])
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    if (!body.nextCursor) break
    cursor = body.nextCursor
  }
  expect(new Set(seen).size).toBe(seen.length)
  // The first page may contain contacts added at the same time.
  expect(seen.length).toBeGreaterThanOrEqual(100_000)
  expect(seen.length).toBeLessThanOrEqual(100_020)
})
