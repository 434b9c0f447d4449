import { beforeAll, describe, expect, test } from 'vitest'
import { type PaymentFixture, startPaymentFixture } from '../../../tests/support/payments/payment-fixture.ts'
import { newMember, newVendor } from '../../../tests/support/product.ts'
import { newId } from '../../platform/ids.ts'
import { GatewayRefused } from '../../ports/payment-gateway.ts'

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await startPaymentFixture()
})

const PATHS = ['/wallet/recharge/init', '/billing/wallet/create-order']
const recharge = (body: unknown, who: { token: string } = fixture.vendor, headers = {}, path = PATHS[0] ?? '') =>
  fixture.product.post(path, body, { token: who.token, headers })
const orders = () => fixture.product.deps.db.selectFrom('payment_order').selectAll().execute()
const isFixed = async (vendorId: string) =>
  (await fixture.product.patch('/vendor/me', { currency: 'EUR' }, await tokenOf(vendorId))).status === 409
const tokens = new Map<string, { token: string }>()
const tokenOf = async (vendorId: string) => tokens.get(vendorId) ?? fixture.vendor
async function freshVendor(currency?: string) {
  const vendor = await newVendor(fixture.product)
  tokens.set(vendor.vendorId, vendor)
  if (currency) await fixture.product.patch('/vendor/me', { currency }, vendor)
  return vendor
}

describe('a recharge order', () => {
  test.each(PATHS)('at %s is answered as the contract shows it', async (path) => {
    const { status, body } = await recharge({ amountMinorUnit: 50_000 }, fixture.vendor, {}, path)
    expect(status).toBe(201)
    const gatewayOrderId = expect.stringMatching(/^order_/)
    const shape = { orderId: expect.any(String), gatewayOrderId, amountMinorUnit: 50_000, currency: 'INR' }
    expect(body).toEqual({
      ...shape,
      keyId: fixture.product.deps.config.GATEWAY_KEY_ID,
      checkoutUrl: `${fixture.product.deps.config.sandboxUrl}/checkout/${body.gatewayOrderId}`,
    })
    expect((await fixture.product.get(`/billing/orders/${body.orderId}`, fixture.vendor)).body).toEqual({
      status: 'CREATED',
      invoiceIds: [],
      type: 'WALLET',
      amountMinorUnit: 50_000,
      currency: 'INR',
      checkoutUrl: body.checkoutUrl,
    })
  })

  test.each([100, 100_000_000_000])('takes %i', async (amountMinorUnit) => {
    expect(await recharge({ amountMinorUnit })).toMatchObject({ status: 201, body: { amountMinorUnit } })
  })

  test.each([99, 0, -100, 100_000_000_001, 1.5, '500', '1e3', null, [500], { $gt: 0 }, true, 2 ** 53])(
    'refuses %j before the gateway is asked',
    async (amountMinorUnit) => {
      const before = (await orders()).length
      expect(await recharge({ amountMinorUnit })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
      expect((await orders()).length).toBe(before)
    },
  )

  test.each(['vendorId', 'currency', 'type', 'status', 'details'])('refuses the field %s', async (field) => {
    expect((await recharge({ amountMinorUnit: 500, [field]: 'x' })).status).toBe(400)
  })

  test('is for administrators; other users can neither create nor read one', async () => {
    const member = await newMember(fixture.product, fixture.vendor.token)
    const { body } = await recharge({ amountMinorUnit: 500 })
    expect((await recharge({ amountMinorUnit: 500 }, member)).status).toBe(403)
    expect((await fixture.product.get(`/billing/orders/${body.orderId}`, member)).status).toBe(403)
    const other = await freshVendor()
    for (const path of ['', '/confirm']) {
      const call = (id: string) =>
        path
          ? fixture.product.post(`/billing/orders/${id}${path}`, { gatewayPaymentId: 'pay_1', signature: 'x' }, other)
          : fixture.product.get(`/billing/orders/${id}`, other)
      const [theirs, none, odd] = [await call(body.orderId), await call(crypto.randomUUID()), await call('nonsense')]
      for (const answer of [theirs, none, odd])
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })

  test('with one Idempotency-Key is created once, however many requests arrive at once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const before = (await orders()).length
    const first = await recharge({ amountMinorUnit: 700 }, fixture.vendor, headers)
    const again = await Promise.all(
      Array.from({ length: 5 }, () => recharge({ amountMinorUnit: 700 }, fixture.vendor, headers)),
    )
    for (const answer of again) {
      expect(answer).toMatchObject({ status: 201, body: first.body })
      expect(answer.headers['idempotency-replayed']).toBe('true')
    }
    expect((await orders()).length).toBe(before + 1)
    expect((await recharge({ amountMinorUnit: 701 }, fixture.vendor, headers)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

describe('the gateway', () => {
  test('unavailable: 503, no order is created, the currency stays changeable and the key can be reused', async () => {
    const vendor = await freshVendor()
    const before = (await orders()).length
    const headers = { 'idempotency-key': crypto.randomUUID() }
    fixture.gateway.isAway = true
    const answer = await recharge({ amountMinorUnit: 500 }, vendor, headers)
    fixture.gateway.isAway = false
    expect(answer).toMatchObject({ status: 503, body: { code: 'GATEWAY_UNAVAILABLE' } })
    expect((await orders()).length).toBe(before)
    expect(await isFixed(vendor.vendorId)).toBe(false)
    expect((await recharge({ amountMinorUnit: 500 }, vendor, headers)).status).toBe(201)
  })

  test('that refuses the order: 422, and no order is created', async () => {
    const { createOrder } = fixture.gateway
    fixture.gateway.createOrder = async () => {
      throw new GatewayRefused('BAD_REQUEST_ERROR', 'Amount exceeds maximum amount allowed')
    }
    const answer = await recharge({ amountMinorUnit: 500 })
    fixture.gateway.createOrder = createOrder
    expect(answer).toMatchObject({ status: 422, body: { code: 'GATEWAY_REFUSED' } })
  })
})

describe('the currency', () => {
  test('is that of the vendor, and the first order fixes it', async () => {
    const vendor = await freshVendor('USD')
    expect((await recharge({ amountMinorUnit: 500 }, vendor)).body.currency).toBe('USD')
    expect(await isFixed(vendor.vendorId)).toBe(true)
  })

  test('changed while the gateway creates the order: the order is not stored', async () => {
    const vendor = await freshVendor()
    const { createOrder } = fixture.gateway
    fixture.gateway.createOrder = async (order) => {
      await fixture.product.patch('/vendor/me', { currency: 'USD' }, vendor)
      return createOrder(order)
    }
    const answer = await recharge({ amountMinorUnit: 500 }, vendor)
    fixture.gateway.createOrder = createOrder
    expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await recharge({ amountMinorUnit: 500 }, vendor)).body.currency).toBe('USD')
  })

  test('with three decimals is paid with two of them', async () => {
    const vendor = await freshVendor('KWD')
    const refused = await recharge({ amountMinorUnit: 99_991 }, vendor)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'amountMinorUnit' }] } })
    expect(await isFixed(vendor.vendorId)).toBe(false)
    await fixture.product.patch('/vendor/me', { currency: 'KWD' }, vendor)
    expect((await recharge({ amountMinorUnit: 99_990 }, vendor)).status).toBe(201)
  })
})

describe('the checkout page', () => {
  const open = (orderId: string) => fixture.product.get(`/!/checkout/${orderId}`)
  const textOf = (html: string) => html.replace(/<style>.*?<\/style>|<[^>]+>/gs, ' ')

  test('redirects to the sandbox while the gateway is the sandbox', async () => {
    const order = await fixture.order(1_234_500)
    const { status, headers } = await open(order.orderId)
    expect([status, headers['location']]).toEqual([302, expect.stringContaining(`/checkout/${order.gatewayOrderId}`)])
  })

  test('of a real gateway shows the amount and nothing about the vendor, then that it is paid or cannot be paid', async () => {
    const { config } = fixture.product.deps
    const sandbox = config.GATEWAY_BASE_URL
    config.GATEWAY_BASE_URL = 'https://gateway.example'
    try {
      const order = await fixture.order(1_234_500)
      const page = await open(order.orderId)
      expect(page.status).toBe(200)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'")
      const { scriptUrl, origins, browserCode } = fixture.product.deps.gatewayCheckout
      expect(page.headers['content-security-policy']).toContain(`script-src 'self' ${origins.join(' ')};`)
      expect(page.body).toContain(`<script src="${scriptUrl}"></script>`)
      expect((await fixture.product.get('/!/checkout/page.js')).body).toContain(browserCode)
      expect(textOf(page.body)).toContain('Pay ₹12,345.00')
      for (const secret of [fixture.vendor.vendorId, fixture.vendor.email]) expect(page.body).not.toContain(secret)
      await fixture.pay(order)
      expect(textOf((await open(order.orderId)).body)).toMatch(/Paid\s+₹12,345\.00/)
      for (const unknown of [newId<'order'>(), 'nonsense']) {
        const gone = await open(unknown)
        expect([gone.status, gone.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
        expect(textOf(gone.body)).toContain('This order cannot be paid')
      }
    } finally {
      config.GATEWAY_BASE_URL = sandbox
    }
  })
})

describe('expiry', () => {
  test('an order unpaid for a day is EXPIRED, and becomes PAID when it is paid late', async () => {
    const order = await fixture.order()
    await fixture.product.advance(24 * 3_600 - 60)
    // The vendor's tokens have expired with the clock.
    const { body } = await fixture.product.post('/auth/refresh', { refreshToken: fixture.vendor.refreshToken })
    const who = { ...fixture.vendor, token: body.accessToken as string }
    expect(await fixture.statusOf(order, who)).toBe('CREATED')
    await fixture.product.advance(61)
    expect(await fixture.statusOf(order, who)).toBe('EXPIRED')
    const payment = await fixture.pay(order)
    expect(await fixture.statusOf(order, who)).toBe('PAID')
    expect(await fixture.creditsOf(payment.id)).toHaveLength(1)
  })
})
