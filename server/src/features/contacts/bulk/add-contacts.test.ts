import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressBook, codecOf, numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { optInNumber, optOut } from '../audience/opt-out.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
})
beforeEach(async () => {
  vendor = await newVendor(product)
})

const newMobile = numbersFrom(10_000_000)
const bulk = (body: unknown, headers: Record<string, string> = {}) =>
  product.post('/contacts/bulk', body, { token: vendor.token, headers })
const csv = (text: string) => bulk(text, { 'content-type': 'text/csv' })
const form = (...parts: [name: string, text: string, filename?: string][]) =>
  bulk(
    `${parts
      .map(
        ([name, text, filename]) =>
          `--xx\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n${text}\r\n`,
      )
      .join('')}--xx--\r\n`,
    { 'content-type': 'multipart/form-data; boundary=xx' },
  )
const book = () => addressBook(product, vendor)

describe('bulk contacts', () => {
  test('are created, merged or left unchanged, and counted accordingly', async () => {
    const [known, same, added] = [newMobile(), newMobile(), newMobile()]
    await bulk({
      contacts: [
        { mobile: known, name: 'Asha', attributes: { city: 'Pune', tier: 'gold' }, labels: ['VIP'] },
        { mobile: same, name: 'Bilal' },
      ],
    })
    const { status, body } = await bulk([
      { mobile: `+${known}`, name: 'Asha Rao', attributes: { city: 'Mumbai', tier: '' }, labels: ['vip', 'new'] },
      { mobile: same, name: 'B' },
      { mobile: added, name: 'Chitra', labels: ['new'] },
    ])
    expect({ status, body }).toEqual({ status: 200, body: { created: 1, updated: 1, unchanged: 1, failed: [] } })
    expect(await book()).toMatchObject([
      { name: 'Asha Rao', attributes: { city: 'Mumbai', tier: 'gold' }, labels: ['VIP', 'new'], source: 'API' },
      { name: 'Bilal' },
      { name: 'Chitra', labels: ['new'], source: 'API' },
    ])
  })

  test('an invalid item fails alone, with its index and a reason that does not quote it', async () => {
    const wrong = [
      { mobile: '98765', name: 'Canary Person' },
      { mobile: 'Canary Person' },
      { name: 'Canary Person' },
      { mobile: newMobile(), canary: 'Canary Person' },
      { mobile: newMobile(), labels: 'Canary Person' },
      { mobile: 919876543210 },
      'Canary Person',
      null,
      [],
    ]
    const { body } = await bulk([...wrong, { mobile: newMobile(), name: 'Asha' }])
    expect(body).toMatchObject({ created: 1, updated: 0, unchanged: 0 })
    expect(body.failed.map(({ index }: { index: number }) => index)).toEqual(wrong.map((_, i) => i))
    expect(body.failed[0].reason).toBe('invalid digit count')
    expect(body.failed[1].reason).toBe('malformed number')
    for (const { reason } of body.failed) expect(reason).toMatch(/\w/)
    expect(JSON.stringify(body)).not.toMatch(/canary person/i)
    expect(await book()).toHaveLength(1)
  })

  test('items with the same number are merged in their order, with the first spelling of each label', async () => {
    const mobile = newMobile()
    const { body } = await bulk([
      { mobile, name: 'Asha', labels: ['Gold'], attributes: { city: 'Pune' } },
      { mobile: newMobile(), labels: ['GOLD'] },
      { mobile: `00${mobile}`, name: 'Asha Rao', labels: ['gold', 'b'], attributes: { city: 'Mumbai' } },
      { mobile: `+${mobile}`, name: 'A', attributes: { city: '' } },
    ])
    expect(body).toEqual({ created: 2, updated: 0, unchanged: 2, failed: [] })
    expect(await book()).toMatchObject([
      { name: 'Asha Rao', labels: ['Gold', 'b'], attributes: { city: 'Mumbai' } },
      { labels: ['Gold'] },
    ])
  })

  test('more than ten labels are kept, with a warning for the item', async () => {
    const labels = (from: number, count: number) => Array.from({ length: count }, (_, i) => `label ${from + i}`)
    const grows = newMobile()
    await bulk([{ mobile: grows, labels: labels(0, 8) }])
    const { body } = await bulk([
      { mobile: newMobile(), labels: labels(0, 10) },
      { mobile: newMobile(), labels: labels(0, 11) },
      { mobile: grows, labels: labels(8, 3) },
    ])
    expect(body.warnings).toEqual([
      { index: 1, warning: 'more than 10 labels' },
      { index: 2, warning: 'more than 10 labels' },
    ])
    expect((await book()).map((contact) => contact.labels.length)).toEqual([11, 10, 11])
  })

  test('ten thousand are accepted in one call, and one more rejects the call', async () => {
    const contacts = Array.from({ length: 10_000 }, (_, i) => ({
      mobile: newMobile(),
      name: `Person ${i}`,
      labels: ['all'],
    }))
    expect(await bulk([...contacts, { mobile: newMobile() }])).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', errors: [{ path: 'contacts' }] },
    })
    expect((await bulk(contacts)).body).toEqual({ created: 10_000, updated: 0, unchanged: 0, failed: [] })
    expect((await bulk({ contacts })).body).toEqual({ created: 0, updated: 0, unchanged: 10_000, failed: [] })
    expect((await product.get('/contacts?label=all', { token: vendor.token })).body.total).toBe(10_000)
  })

  test('a body of more than twenty megabytes is rejected, and one of nearly twenty is not', async () => {
    const filler = (bytes: number) => JSON.stringify([{ mobile: newMobile(), name: 'x'.repeat(bytes) }])
    expect((await bulk(filler(20 * 1024 * 1024))).status).toBe(413)
    expect((await bulk(filler(20 * 1024 * 1024 - 1_000))).body.failed).toHaveLength(1)
    const over = 'phone,note\r\n'.padEnd(20 * 1024 * 1024 + 1, 'x')
    expect((await csv(over)).status).toBe(413)
    expect((await form(['file', over, 'a.csv'])).status).toBe(413)
  })

  test('one idempotency key has one effect and one response', async () => {
    const headers = { 'idempotency-key': 'bulk-1' }
    const contacts = [{ mobile: newMobile() }]
    const first = await bulk(contacts, headers)
    const again = await bulk({ contacts }, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await bulk([{ mobile: newMobile() }], headers)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test.each([[7], ['text'], [null], [{ contacts: 7 }], [{ contacts: [], extra: 1 }], [{}]])(
    'a body that is not a list of contacts is rejected: %j',
    async (body) => expect((await bulk(JSON.stringify(body))).status).toBe(400),
  )
})

describe('a CSV file', () => {
  test('has a contact in each row; unrecognised columns are attributes', async () => {
    const [one, two] = [newMobile(), newMobile()]
    const { status, body } = await csv(
      `Full Name,Mobile,Tags,City,Alt Phone\r\n"Rao, Asha",+${one},"VIP; Delhi",Pune,${two}\r\nBilal,${two},,,\r\nNobody,12,,,\r\n`,
    )
    expect({ status, body }).toEqual({
      status: 200,
      body: { created: 2, updated: 0, unchanged: 0, failed: [{ index: 2, reason: 'invalid digit count' }] },
    })
    expect(await book()).toMatchObject([
      { name: 'Rao, Asha', mobile: one, labels: ['VIP', 'Delhi'], attributes: { City: 'Pune', 'Alt Phone': two } },
      { name: 'Bilal', mobile: two, labels: [], attributes: {} },
    ])
  })

  test('may be sent as the only file of a form', async () => {
    const mobile = newMobile()
    expect((await form(['file', `name,phone\nAsha,${mobile}\n`, 'a.csv'])).body).toMatchObject({ created: 1 })
    expect(await book()).toMatchObject([{ name: 'Asha', mobile }])
  })

  test.each([
    ['no file', () => form()],
    ['an additional field', () => form(['file', 'phone\n1', 'a.csv'], ['note', 'x'])],
    ['two files', () => form(['a', 'phone\n1', 'a.csv'], ['b', 'phone\n1', 'b.csv'])],
    ['a field alone', () => form(['file', 'phone\n1'])],
    ['an empty file', () => csv('')],
    ['no phone column', () => csv('name,city\nAsha,Pune\n')],
  ])('an unreadable form or file is rejected: %s', async (_, send) => {
    expect(await send()).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  })

  test('with more than ten thousand rows is rejected', async () => {
    const rows = Array.from({ length: 10_001 }, () => newMobile())
    expect((await csv(`phone\n${rows.join('\n')}\n`)).status).toBe(400)
    expect(await book()).toEqual([])
  })
})

describe('an opt-out', () => {
  test('belongs to the number: it survives deletion and applies when the number is added again', async () => {
    const mobile = newMobile()
    await bulk([{ mobile, name: 'Asha' }])
    const hash = (await codecOf(product, vendor.vendorId)).hash(mobile)
    const vendorId = vendor.vendorId as VendorId
    const at = new Date('2026-05-04T03:02:01Z')
    const inTx = (body: Parameters<typeof inTransaction<unknown>>[1]) => inTransaction(product.deps.db, body)
    await inTx((tx) => optOut(tx, vendorId, hash, 'STOP', at))
    await inTx((tx) => optOut(tx, vendorId, hash, 'PROVIDER', new Date()))
    const [contact] = await book()
    expect(contact.optedOutAt).toBe(at.toISOString())
    await product.del(`/contacts/${contact.id}`, { token: vendor.token })
    await bulk([{ mobile, name: 'Asha' }])
    const [again] = await book()
    expect([again.id === contact.id, again.optedOutAt]).toEqual([false, at.toISOString()])
    await inTx((tx) => optInNumber(tx, product.deps, vendorId, mobile, ['STOP'], new Date()))
    expect((await book())[0].optedOutAt).not.toBeNull()
  })

  test('by STOP is reverted by START', async () => {
    const mobile = newMobile()
    await bulk([{ mobile }])
    const hash = (await codecOf(product, vendor.vendorId)).hash(mobile)
    await inTransaction(product.deps.db, async (tx) => {
      await optOut(tx, vendor.vendorId as VendorId, hash, 'STOP', new Date())
      await optInNumber(tx, product.deps, vendor.vendorId as VendorId, mobile, ['STOP'], new Date())
    })
    expect((await book())[0].optedOutAt).toBeNull()
  })
})
