import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { newId } from '../../platform/ids.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
const SUPPORT = 'support@harkara.test'

describe('a message to support', () => {
  test('is mailed with its author and the request it is about', async () => {
    const vendor = await newVendor(product)
    const requestId = newId<'request'>()
    const body = { subject: 'The preview stays empty', message: 'First.\n\nSecond <b>.', requestId }
    const answer = await product.post('/support', body, { token: vendor.token })
    expect(answer.status).toBe(202)
    const mail = await eventually(() => {
      const found = product.mailbox.to(SUPPORT).find(({ text }) => text.includes(requestId))
      if (!found) throw new Error('no mail yet')
      return found
    }, 15_000)
    expect(mail.subject).toBe('Support request from a vendor')
    for (const part of [vendor.email, vendor.vendorId, '“The preview stays empty”', '> First.', '> Second <b>.'])
      expect(mail.text).toContain(part)
    expect(mail.html).toContain('Second &lt;b&gt;.')
  })

  test('contains no link, and its subject is ours', async () => {
    const evil = 'verify at https://evil.example/pay or www.evil.example'
    const vendor = await newVendor(product, evil)
    const message = `Your mailbox is full: ${evil}\nVendor: Harkara\n\nmailto:a@evil.example`
    expect((await product.post('/support', { subject: evil, message }, { token: vendor.token })).status).toBe(202)
    const mail = product.mailbox.to(SUPPORT).find(({ text }) => text.includes(vendor.vendorId))
    expect(mail?.subject).toBe('Support request from a vendor')
    for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/evil\.example|https:\/\/|@evil|www\.\w/)
    // lines of the author cannot be mistaken for ours
    expect(mail?.text).toContain('\n> Vendor: Harkara')
  })

  test('is neither logged nor stored, and is mailed once when sent twice with one key', async () => {
    const vendor = await newVendor(product)
    const send = () =>
      product.post(
        '/support',
        { subject: 'Once', message: 'a very private sentence' },
        { token: vendor.token, headers: { 'idempotency-key': 'k1' } },
      )
    expect([(await send()).status, (await send()).status]).toEqual([202, 202])
    expect(product.mailbox.to(SUPPORT).filter(({ text }) => text.includes('a very private sentence'))).toHaveLength(1)
    expect(product.logLines.join()).not.toContain('private sentence')
  })

  test('is refused beyond ten an hour, so that support is not flooded', async () => {
    const { token } = await newVendor(product)
    const send = () => product.post('/support', { subject: 'Again', message: 'and again' }, { token })
    const answers = []
    for (let i = 0; i < 11; i++) answers.push(await send())
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(202), 429])
    expect(answers.at(-1)).toMatchObject({ body: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(3_000)
  })

  test('needs a signed-in user', async () => {
    expect((await product.post('/support', { subject: 'x', message: 'y' })).status).toBe(401)
  })
})
