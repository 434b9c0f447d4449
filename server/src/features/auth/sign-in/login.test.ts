import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  newEmail,
  newVendor,
  PASSWORD,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

describe('sign-in', () => {
  test('the right password opens a session, every time', async () => {
    const { email, vendorId } = await newVendor(product)
    for (let i = 0; i < 15; i++)
      expect(await signIn(product, email)).toMatchObject({ status: 200, body: { vendor: { id: vendorId } } })
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    const { email } = await newVendor(product)
    const [wrong, unknown] = [
      await signIn(product, email, 'not this one'),
      await signIn(product, newEmail(), 'not this one'),
    ]
    for (const answer of [wrong, unknown]) delete answer.body.requestId
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } })
    expect(unknown.body).toEqual(wrong.body)
  })

  test('an unverified address is revealed only with the right password', async () => {
    const email = newEmail()
    await product.post('/auth/register', { email, password: PASSWORD })
    expect((await signIn(product, email)).body.code).toBe('EMAIL_NOT_VERIFIED')
    expect((await signIn(product, email, 'not this one')).body.code).toBe('INVALID_CREDENTIALS')
  })

  test('ten wrong passwords block an account for a minute, known or not; then the right one works', async () => {
    const { email } = await newVendor(product)
    for (const address of [email, newEmail()]) {
      for (let i = 0; i < 10; i++) expect((await signIn(product, address, 'not this one')).status).toBe(401)
      const closed = await signIn(product, address, 'not this one')
      expect(closed).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
      expect(Number(closed.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    expect((await signIn(product, email)).status).toBe(429)
    await product.advance(61)
    expect((await signIn(product, email)).status).toBe(200)
  })

  test('registering the address does not help to guess its password', async () => {
    const { email } = await newVendor(product)
    const own = 'the attacker registered it too'
    await product.post('/auth/register', { email, password: own })
    for (let i = 0; i < 9; i++) expect((await signIn(product, email, 'not this one')).status).toBe(401)
    expect((await signIn(product, email, own)).body.code).toBe('EMAIL_NOT_VERIFIED')
    expect((await signIn(product, email, 'not this one')).status).toBe(401)
    expect((await signIn(product, email)).status).toBe(429)
  })

  test('of 100 concurrent guesses with the right one among the last, none beyond the tenth is answered', async () => {
    const { email } = await newVendor(product)
    const early = await Promise.all(Array.from({ length: 10 }, () => signIn(product, email, 'not this one')))
    const late = await Promise.all(
      Array.from({ length: 90 }, (_, i) => signIn(product, email, i === 70 ? PASSWORD : 'not this one')),
    )
    expect(early.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(late.every(({ status }) => status === 429)).toBe(true)
  })

  test('an operator signs in without a vendor', async () => {
    const { status, body } = await signIn(product, 'operator@harkara.test', 'sandbox-harkara-1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ vendor: null, user: { role: 'ADMIN' } })
    const [, claims] = body.accessToken.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ vendorId: null, role: 'ADMIN' })
  })

  test('sign-in calls are limited per source address, with headers that say so', async () => {
    const limited = await startProduct({ env: { AUTH_CALLS_PER_MINUTE: '5' } })
    const attempt = (ip: string) => limited.post('/auth/login', { email: newEmail(), password: 'x' }, { ip })
    for (let i = 0; i < 5; i++) {
      const answer = await attempt('192.0.2.1')
      expect(answer.status).toBe(401)
      expect(answer.headers['ratelimit-remaining']).toBe(String(4 - i))
    }
    expect(await attempt('192.0.2.1')).toMatchObject({ status: 429, headers: { 'ratelimit-limit': '5' } })
    expect((await attempt('192.0.2.2')).status).toBe(401)
    // one IPv6 network is one caller
    for (let i = 0; i < 5; i++) expect((await attempt(`2001:db8:1:2::${i}`)).status).toBe(401)
    expect((await attempt('2001:db8:1:2:ffff::1')).status).toBe(429)
    // the limits are kept under keyed hashes
    const { rows } = await sql<{ key: string }>`select key from rate_window`.execute(limited.deps.db)
    const keys = rows.map(({ key }) => key).join(' ')
    expect(keys).toContain('auth:')
    expect(keys).not.toMatch(/192\.0\.2|2001:db8/)
  })

  test('strangers who use up the calls of a network do not keep out a browser that has signed in there before', async () => {
    const limited = await startProduct({ env: { AUTH_CALLS_PER_MINUTE: '25' } })
    const { email } = await newVendor(limited)
    const ip = '192.0.2.1'
    const portal = (cookie?: string) => ({ ip, headers: { 'x-client': 'portal', ...(cookie && { cookie }) } })
    const first = await limited.post('/auth/login', { email, password: PASSWORD }, portal())
    const cookies = [first.headers['set-cookie']].flat().map((one) => String(one).split(';')[0] ?? '')
    const device = cookies.find((cookie) => cookie.startsWith('harkara_device=')) ?? ''
    const stranger = (cookie?: string) =>
      limited.post('/auth/login', { email: newEmail(), password: 'x' }, portal(cookie))
    for (let i = 0; i < 24; i++) expect((await stranger()).status).toBe(401)
    expect((await stranger()).status).toBe(429)
    expect((await stranger('harkara_device=hd_forged')).status).toBe(429)
    const again = await limited.post('/auth/login', { email, password: PASSWORD }, portal(device))
    expect(again.status).toBe(200)
    // it has a limit of its own, and so have all such browsers of the network together
    const more = []
    for (let i = 0; i < 20; i++) more.push((await stranger(device)).status)
    expect(more).toEqual([...Array(19).fill(401), 429])
  })

  test('without a working limiter signing in fails, so that passwords cannot be guessed', async () => {
    const limited = await startProduct({ env: { AUTH_CALLS_PER_MINUTE: '100', OTP_CODES_PER_HOUR: '10' } })
    const { email } = await newVendor(limited)
    const { rateLimiter } = limited.deps
    const { take } = rateLimiter
    rateLimiter.take = async () => {
      throw new Error('Redis is away')
    }
    const refused = { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } }
    expect(await signIn(limited, email)).toMatchObject(refused)
    expect(await limited.post('/auth/forgot-password', { email })).toMatchObject(refused)
    rateLimiter.take = take
    expect((await signIn(limited, email)).status).toBe(200)
  })
})
