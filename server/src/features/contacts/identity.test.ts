import { beforeAll, describe, expect, test } from 'vitest'
import { importContacts, numbersFrom } from '../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { newId } from '../../platform/ids.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
})
const newMobile = numbersFrom(70_000_000)

/** Twenty ways to write one international number. */
const SPELLINGS: ((digits: string) => string)[] = [
  (d) => d,
  (d) => `+${d}`,
  (d) => `00${d}`,
  (d) => `+${d.slice(0, 2)} ${d.slice(2)}`,
  (d) => `${d.slice(0, 2)}-${d.slice(2)}`,
  (d) => `+${d.slice(0, 2)}-${d.slice(2, 7)}-${d.slice(7)}`,
  (d) => `+${d.slice(0, 2)} (${d.slice(2, 5)}) ${d.slice(5)}`,
  (d) => `(+${d.slice(0, 2)}) ${d.slice(2)}`,
  (d) => `+${d.slice(0, 2)}.${d.slice(2, 7)}.${d.slice(7)}`,
  (d) => ` +${d} `,
  (d) => `\u202a+${d}\u202c`,
  (d) => `＋${d}`,
  (d) => d.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (d) => d.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit))),
  (d) => `+${d.split('').join(' ')}`,
  (d) => `tel:+${d}`,
  (d) => `'+${d}`,
  (d) => `+${d.slice(0, 2)}\u00a0${d.slice(2)}`,
  (d) => `+${d.slice(0, 2)}\u2011${d.slice(2)}`,
  (d) => `011${d}`,
]

describe('one number', () => {
  test('is one contact, whatever the route and spelling', async () => {
    const digits = newMobile()
    const options = { token: vendor.token }
    const headers = { 'content-type': 'text/csv' }
    expect((await product.post('/contacts', { mobile: digits }, options)).status).toBe(201)
    expect(SPELLINGS).toHaveLength(20)
    for (const spell of SPELLINGS) {
      const mobile = spell(digits)
      expect((await product.post('/contacts', { mobile }, options)).body.code, mobile).toBe('CONTACT_EXISTS')
      expect((await product.post('/contacts/bulk', [{ mobile }], options)).body, mobile).toMatchObject({ unchanged: 1 })
    }
    const file = `phone\n${SPELLINGS.map((spell) => `"${spell(digits)}"\n`).join('')}`
    const csv = await product.call('POST', '/contacts/bulk', file, { ...options, headers })
    expect(csv.body).toEqual({ created: 0, updated: 0, unchanged: 20, failed: [] })
    await importContacts(product, vendor.vendorId, [{ mobile: digits }], { jobId: newId<'job'>() })
    expect((await product.get('/contacts', options)).body.total).toBe(1)
  })
})
