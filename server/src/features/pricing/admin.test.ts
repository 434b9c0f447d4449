import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usePricing } from '../../../tests/support/money/pricing.ts'
import { newId } from '../../platform/ids.ts'

const { product, vendor, as, anybody, keepIn, give, sheet, priceOf, unitOf, addPrice, audited, fromNow } = usePricing()

describe('a new price', () => {
  const pricesOf = async (query: string) => (await product().get(`/admin/pricing?${query}`, as())).body.data

  test('is in force from its effective date, and never changes the previous one', async () => {
    const first = await addPrice({ metaCostUsdMicros: 30_000 })
    expect(first).toMatchObject({
      status: 201,
      body: { currency: 'USD', metaCostUsdMicros: 30_000, metaCostUsdCents: 3, markupPercent: 25, isActive: true },
    })
    const later = await addPrice({ metaCostUsdMicros: 60_000, effectiveFrom: fromNow(3_600) })
    expect(later.status).toBe(201)
    expect(await unitOf('UTILITY', 'FR')).toBe(313)
    await product().advance(3_590)
    expect(await unitOf('UTILITY', 'FR')).toBe(313)
    await product().advance(15)
    expect(await unitOf('UTILITY', 'FR')).toBe(625)
    expect(await pricesOf('countryCode=FR')).toEqual([first.body, later.body])
    expect(await pricesOf('countryCode=FR&current=true')).toEqual([later.body])
    expect(await audited('PRICE_ADDED')).toMatchObject({
      subjectId: later.body.id,
      operatorId: expect.any(String),
      details: { metaCostUsdMicros: 60_000, countryCode: 'FR', category: 'UTILITY' },
    })
  })

  test('may be given in cents, which are otherwise rounded from the exact price', async () => {
    const price = async (countryCode: string, cost: object) => {
      const { metaCostUsdMicros, metaCostUsdCents } = (await addPrice({ countryCode, ...cost })).body
      return [metaCostUsdMicros, metaCostUsdCents]
    }
    expect(await price('IT', { metaCostUsdCents: 7 })).toEqual([70_000, 7])
    expect(await price('ES', { metaCostUsdMicros: 4_999 })).toEqual([4_999, 0])
    expect(await price('PT', { metaCostUsdMicros: 5_000 })).toEqual([5_000, 1])
  })

  test("in a vendor's own currency takes precedence over one in USD, even if that is newer", async () => {
    await addPrice({ countryCode: 'NL', currency: 'INR', metaCostUsdMicros: 10_000, markupPercent: 0 })
    await product().advance(5)
    await addPrice({ countryCode: 'NL', metaCostUsdMicros: 20_000 })
    expect(await unitOf('UTILITY', 'NL')).toBe(84)
    await keepIn('USD')
    expect(await unitOf('UTILITY', 'NL')).toBe(3)
  })

  test('is refused when there is one with the same effective date, also with concurrent requests', async () => {
    const price = { countryCode: 'BE', metaCostUsdMicros: 10_000, effectiveFrom: '2026-11-01T00:00:00+05:30' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => addPrice(price)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_EXISTS')
    expect(await pricesOf('countryCode=BE')).toMatchObject([{ effectiveFrom: '2026-10-31T18:30:00.000Z' }])
  })

  test('can be withdrawn, and the previous one is in force again', async () => {
    await addPrice({ countryCode: 'AT', metaCostUsdMicros: 10_000 })
    await product().advance(5)
    const { body } = await addPrice({ countryCode: 'AT', metaCostUsdMicros: 1 })
    expect(await unitOf('UTILITY', 'AT')).toBe(1)
    const withdraw = (id: string) => product().post(`/admin/pricing/${id}/withdraw`, undefined, as())
    expect(await withdraw(body.id)).toMatchObject({ status: 200, body: { ...body, isActive: false } })
    expect(await unitOf('UTILITY', 'AT')).toBe(105)
    expect(await audited('PRICE_WITHDRAWN')).toMatchObject({ subjectId: body.id })
    for (const id of [newId<'x'>(), 'x']) expect((await withdraw(id)).status).toBe(404)
  })

  test.each([
    ['metaCostUsdMicros', {}],
    ['metaCostUsdMicros', { metaCostUsdMicros: 1, metaCostUsdCents: 1 }],
    ['metaCostUsdMicros', { metaCostUsdMicros: 0.5 }],
    ['metaCostUsdMicros', { metaCostUsdMicros: -1 }],
    ['metaCostUsdMicros', { metaCostUsdMicros: '5' }],
    ['metaCostUsdMicros', { metaCostUsdMicros: 1e12 + 1 }],
    ['markupPercent', { metaCostUsdMicros: 1, markupPercent: -1 }],
    ['countryCode', { metaCostUsdMicros: 1, countryCode: 'ZZ' }],
    ['countryCode', { metaCostUsdMicros: 1, countryCode: '__proto__' }],
    ['currency', { metaCostUsdMicros: 1, currency: 'XXX' }],
    ['category', { metaCostUsdMicros: 1, category: 'REFERRAL' }],
    ['effectiveFrom', { metaCostUsdMicros: 1, effectiveFrom: 'tomorrow' }],
    ['isActive', { metaCostUsdMicros: 1, isActive: false }],
  ])('with an invalid %s is refused, naming the field: %j', async (path, body) => {
    expect(await addPrice(body)).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  test('cannot be edited or removed in the database either', async () => {
    for (const statement of [
      'update message_pricing set meta_cost_usd_micros = 1',
      "update message_pricing set effective_from = '2020-01-01'",
      'delete from message_pricing',
      'truncate message_pricing',
    ])
      await expect(sql.raw(statement).execute(product().deps.db), statement).rejects.toThrow('append-only')
  })
})

describe('a vendor', () => {
  const put = (path: string, body: unknown) => product().call('PUT', path, body, as())
  const addTier = async (body: object) => (await product().post('/admin/pricing-tiers', body, as())).body

  test('has its own markup, else that of its tier, else that of the price, else 25', async () => {
    await addPrice({ countryCode: 'SE', metaCostUsdMicros: 100_000, markupPercent: 50 })
    const tier = await addTier({ name: 'Silver', discountPercent: 0, markupPercent: 10 })
    const units = async () => [await unitOf('UTILITY', 'SE'), await unitOf('UTILITY', 'IN')]
    expect(await units()).toEqual([1_250, 15])
    await give({ tierId: tier.id })
    expect(await units()).toEqual([917, 13])
    await give({ tierId: tier.id, markupPercent: 0 })
    expect(await units()).toEqual([834, 12])
    await give({ markupPercent: 100 })
    expect(await units()).toEqual([1_667, 24])
  })

  test('gets the discount of its tier on every message', async () => {
    const tier = await addTier({ name: 'Gold', discountPercent: 10 })
    expect(await give({ tierId: tier.id })).toMatchObject({
      status: 200,
      body: {
        vendorId: vendor().vendorId,
        tierId: tier.id,
        tierName: 'Gold',
        discountPercent: 10,
        markupPercent: null,
      },
    })
    expect(await unitOf('UTILITY', 'IN')).toBe(14)
    expect((await sheet()).body.discountPercent).toBe(10)
    expect(await audited('VENDOR_PRICING_SET')).toMatchObject({
      vendorId: vendor().vendorId,
      details: { tierId: tier.id, markupPercent: null },
    })
    const other = await anybody()
    expect((await product().get('/pricing', { token: other.token })).body.discountPercent).toBe(0)
    expect((await product().get(`/admin/vendors/${other.vendorId}/pricing`, as())).body.tierId).toBeNull()
  })

  test('or a tier that does not exist is refused, and so is a duplicate tier name', async () => {
    for (const id of [newId<'vendor'>(), 'x']) {
      expect((await put(`/admin/vendors/${id}/pricing`, { markupPercent: 1 })).status).toBe(404)
      expect((await product().get(`/admin/vendors/${id}/pricing`, as())).status).toBe(404)
    }
    for (const tierId of [newId<'tier'>(), 'x']) expect((await give({ tierId })).status).toBe(404)
    for (const wrong of [{ markupPercent: 1.5 }, { markupPercent: 1_001 }, { tier: 'Gold' }, { tierId: 7 }])
      expect((await give(wrong)).status).toBe(400)
    await addTier({ name: 'Bronze', discountPercent: 5 })
    expect(await addTier({ name: 'Bronze', discountPercent: 6 })).toMatchObject({ status: 409, code: 'ALREADY_EXISTS' })
    for (const wrong of [{ name: 'A', discountPercent: 101 }, { name: '', discountPercent: 1 }, { name: 'B' }])
      expect((await addTier(wrong)).status).toBe(400)
    const { body } = await product().get('/admin/pricing-tiers?pageSize=2', as())
    expect(body).toMatchObject({ data: [{}, {}], nextCursor: expect.any(String) })
  })
})

describe('a platform fee', () => {
  const addFee = (body: object) => product().post('/admin/platform-fees', body, as())
  const priced = async () => {
    const audience = { category: 'UTILITY' as const, recipientsByCountry: new Map([['IN', 101]]) }
    const { platformFeeMinorUnit, totalMinorUnit } = await priceOf(audience)
    return [platformFeeMinorUnit, totalMinorUnit]
  }

  test('is charged in its currency from its effective date, and ended by a fee of zero', async () => {
    expect(await priced()).toEqual([0n, 1_515n])
    expect(await addFee({ currency: 'INR', flatMinorUnit: 200, percent: 1 })).toMatchObject({
      status: 201,
      body: { currency: 'INR', flatMinorUnit: 200, percent: 1 },
    })
    await addFee({ currency: 'INR', effectiveFrom: fromNow(3_600) })
    expect(await priced()).toEqual([216n, 1_731n])
    expect((await sheet()).body.platformFee).toEqual({ flatMinorUnit: 200, percent: 1 })
    await keepIn('AED')
    expect((await priced())[0]).toBe(0n)
    await keepIn('INR')
    await product().advance(3_601)
    expect(await priced()).toEqual([0n, 1_515n])
    expect(await audited('PLATFORM_FEE_ADDED')).toMatchObject({ details: { currency: 'INR', flatMinorUnit: 0 } })
    expect((await product().get('/admin/platform-fees', as())).body.total).toBe(2)
  })

  test('is never edited: one with the same effective date is refused, and so are invalid ones', async () => {
    const fee = { currency: 'SGD', percent: 2, effectiveFrom: '2026-11-01T00:00:00Z' }
    expect((await addFee(fee)).status).toBe(201)
    expect(await addFee(fee)).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
    for (const wrong of [{}, { currency: 'INR', percent: 101 }, { currency: 'INR', flatMinorUnit: -1 }])
      expect((await addFee(wrong)).status).toBe(400)
    await expect(sql`update platform_fee_rule set percent = 9`.execute(product().deps.db)).rejects.toThrow(
      'append-only',
    )
  })
})

test('only operators see and set prices', async () => {
  for (const [method, path] of [
    ['GET', '/admin/pricing'],
    ['POST', '/admin/pricing'],
    ['POST', `/admin/pricing/${newId<'x'>()}/withdraw`],
    ['GET', '/admin/pricing-tiers'],
    ['POST', '/admin/pricing-tiers'],
    ['GET', '/admin/platform-fees'],
    ['POST', '/admin/platform-fees'],
    ['GET', `/admin/vendors/${vendor().vendorId}/pricing`],
    ['PUT', `/admin/vendors/${vendor().vendorId}/pricing`],
  ] as const) {
    const body = method === 'GET' ? undefined : {}
    expect((await product().call(method, path, body, { token: vendor().token })).status, path).toBe(403)
    expect((await product().call(method, path, body)).status, path).toBe(401)
  }
})
