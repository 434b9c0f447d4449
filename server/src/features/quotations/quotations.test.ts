import { beforeAll, describe, expect, test } from 'vitest'
import {
  addMoney,
  approvedTemplate,
  listOf,
  newSender,
  TWO_VARIABLES,
} from '../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../tests/support/campaigns/quotations.ts'
import { listOfContacts, newContacts } from '../../../tests/support/contacts/audiences.ts'
import { newMember, newVendor } from '../../../tests/support/product.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { releaseInFlight, tryHoldInFlight } from '../wallet/in-flight.ts'

let product: Awaited<ReturnType<typeof startQuoting>>
let sender: Awaited<ReturnType<typeof newSender>>
beforeAll(async () => {
  product = await startQuoting()
  sender = await newSender(product, { balanceMinorUnit: 500 })
})

const ask = (body: object = {}, headers: Record<string, string> = {}) =>
  product.post(
    '/quotations',
    { templateId: sender.templateId, contactListId: sender.listId, ...body },
    { token: sender.token, headers },
  )
const read = async (id: string) => (await product.get(`/quotations/${id}`, { token: sender.token })).body
const listWith = async (...contacts: Parameters<typeof newContacts>[2]) =>
  listOfContacts(product, sender.vendorId, await newContacts(product, sender.vendorId, contacts))

/** The PDF may have been generated meanwhile. */
const DRAWN = { pdfStatus: expect.any(String), pdfUrl: expect.toSatisfy(() => true) }

describe('a quotation', () => {
  test('shows the recipients by country, who is skipped, the cost and the exact shortfall', async () => {
    const templateId = await approvedTemplate(product, sender.vendorId, { components: TWO_VARIABLES })
    const contactListId = await listWith(
      { name: 'Asha', attributes: { city: 'Pune' } },
      { name: 'Ravi', attributes: { city: 'Delhi' } },
      { name: 'Sarah', countryCode: 'GB' },
      { attributes: { city: 'Pune' } },
    )
    const variables = { '1': 'name', '2': { from: 'attributes.city', fallback: 'home' } }
    const { status, body } = await ask({ templateId, contactListId, variables })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      templateId,
      contactListId,
      recipients: 3,
      skipped: 1,
      excludeCountries: [],
      skippedReasons: [{ reason: 'VARIABLE_MISSING', count: 1 }],
      items: [
        { countryCode: 'GB', category: 'MARKETING', recipients: 1, unitMinorUnit: 662, subtotalMinorUnit: 662 },
        { countryCode: 'IN', category: 'MARKETING', recipients: 2, unitMinorUnit: 123, subtotalMinorUnit: 246 },
      ],
      platformFeeMinorUnit: 0,
      totalMinorUnit: 908,
      currency: 'INR',
      sufficient: false,
      balanceMinorUnit: 500,
      shortfallMinorUnit: 408,
      pdfStatus: 'PENDING',
      pdfUrl: null,
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
    })
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(24 * HOUR_MS)
    expect(await read(body.id)).toEqual({ ...body, ...DRAWN })
    expect((await ask({ templateId, contactListId })).body).toMatchObject({ recipients: 4, skipped: 0 })
  })

  test('follows the balance, to the last paisa', async () => {
    const { totalMinorUnit } = (await ask()).body
    const poor = await newSender(product, { balanceMinorUnit: totalMinorUnit - 1 })
    const body = { templateId: poor.templateId, contactListId: poor.listId }
    const quoted = (await product.post('/quotations', body, { token: poor.token })).body
    expect(quoted).toMatchObject({ totalMinorUnit, sufficient: false, shortfallMinorUnit: 1 })
    const again = async () => (await product.get(`/quotations/${quoted.id}`, { token: poor.token })).body
    await addMoney(product, poor.vendorId, 1)
    const enough = { sufficient: true, shortfallMinorUnit: 0, balanceMinorUnit: totalMinorUnit }
    expect(await again()).toMatchObject(enough)
    const { db } = product.deps
    await inTransaction(db, (tx) => tryHoldInFlight(tx, poor.vendorId, 7n))
    expect(await again()).toMatchObject({ sufficient: false, shortfallMinorUnit: 7, balanceMinorUnit: totalMinorUnit })
    await inTransaction(db, (tx) => releaseInFlight(tx, poor.vendorId, 7n))
    expect(await again()).toMatchObject(enough)
  })

  test('keeps its price when rates change, and the next one has the new price', async () => {
    const before = (await ask()).body
    product.feed.quote({ INR: '90' }, () => product.deps.clock.now())
    await product.advance(3_601)
    const after = (await ask()).body
    expect(after.totalMinorUnit).toBeGreaterThan(before.totalMinorUnit)
    expect(await read(before.id)).toEqual({ ...before, ...DRAWN })
    product.feed.quote({}, () => product.deps.clock.now())
    await product.advance(3_601)
  })

  test('requested twice with one idempotency key is created once', async () => {
    const key = { 'idempotency-key': `k-${process.pid}` }
    const [first, second] = [await ask({}, key), await ask({}, key)]
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } })
    expect((await ask()).body.id).not.toBe(first.body.id)
  })

  test('needs neither a plan nor money, and is open to members', async () => {
    const { token } = await newMember(product, sender.token)
    const body = { templateId: sender.templateId, contactListId: sender.listId }
    expect((await product.post('/quotations', body, { token })).status).toBe(201)
    const nobody = await newVendor(product)
    const vendorId = nobody.vendorId as VendorId
    const wanted = {
      templateId: await approvedTemplate(product, vendorId),
      contactListId: await listOf(product, vendorId, 2),
    }
    const answer = await product.post('/quotations', wanted, { token: nobody.token })
    expect(answer).toMatchObject({ status: 201, body: { sufficient: false, balanceMinorUnit: 0 } })
  })

  test('are listed newest first, by page and by cursor', async () => {
    const page = async (query: string) => (await product.get(`/quotations?${query}`, { token: sender.token })).body
    const all = (await page('pageSize=100')).data.map(({ id }: { id: string }) => id)
    expect(all).toEqual([...all].sort().reverse())
    const first = await page('pageSize=2')
    const second = await page(`pageSize=2&cursor=${first.nextCursor}`)
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(all.slice(0, 4))
    expect(first.total).toBe(all.length)
  })
})
