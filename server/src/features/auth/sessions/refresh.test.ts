import { beforeAll, describe, expect, test } from 'vitest'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct({ env: { CORS_ALLOWED_ORIGINS: 'https://app.example' } })
  vendor = await newVendor(product)
})

const open = async () => (await signIn(product, vendor.email)).body as { refreshToken: string; accessToken: string }
const refresh = (refreshToken: string) => product.post('/auth/refresh', { refreshToken })

describe('refresh tokens', () => {
  test('each gives a new pair, and the new one works', async () => {
    const first = await open()
    const second = await refresh(first.refreshToken)
    expect(second).toMatchObject({ status: 200, body: { tokenType: 'Bearer', user: { email: vendor.email } } })
    expect(second.body.refreshToken).not.toBe(first.refreshToken)
    expect((await product.get('/vendor/me', { token: second.body.accessToken })).status).toBe(200)
    expect((await refresh(second.body.refreshToken)).status).toBe(200)
  })

  test('two tabs at once get the same new pair', async () => {
    const { refreshToken } = await open()
    const [a, b] = [await refresh(refreshToken), await refresh(refreshToken)]
    expect(b.status).toBe(200)
    expect([b.body.accessToken, b.body.refreshToken]).toEqual([a.body.accessToken, a.body.refreshToken])
  })

  test('a third use of an old token ends the session, including the new token', async () => {
    const { refreshToken } = await open()
    const { body } = await refresh(refreshToken)
    await refresh(refreshToken)
    expect((await refresh(refreshToken)).body.code).toBe('REFRESH_TOKEN_INVALID')
    expect((await refresh(body.refreshToken)).status).toBe(401)
  })

  test('an old token reused after ten seconds ends the session', async () => {
    const { refreshToken } = await open()
    const { body } = await refresh(refreshToken)
    await product.advance(11)
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await refresh(body.refreshToken)).status).toBe(401)
  })

  test('fifty at once get one new pair, at most twice, and then the session has ended', async () => {
    const { refreshToken } = await open()
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)))
    const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.refreshToken)
    expect(given).toHaveLength(2)
    expect(new Set(given).size).toBe(1)
    expect((await refresh(given[0])).status).toBe(401)
  })

  test.each(['', 'x', 'hr_x_1_y', `hr_01900000-0000-7000-8000-000000000000_1_${'A'.repeat(43)}`])(
    'the forged token %j is refused',
    async (token) => expect((await refresh(token)).status).toBe(401),
  )

  test('an access token cannot refresh', async () => {
    expect((await refresh((await open()).accessToken.slice(0, 200))).status).toBe(401)
  })

  test('signing out ends the session; doing it twice is fine', async () => {
    const { refreshToken } = await open()
    for (let i = 0; i < 2; i++) expect((await product.post('/auth/logout', { refreshToken })).status).toBe(204)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('a session ends after thirty days without use', async () => {
    const { refreshToken } = await open()
    await product.advance(30 * 86_400 + 1)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('a session ends after ninety days, however often it is used', async () => {
    let { refreshToken } = await open()
    for (let day = 0; day < 80; day += 20) {
      await product.advance(20 * 86_400)
      refreshToken = (await refresh(refreshToken)).body.refreshToken
    }
    await product.advance(10 * 86_400 + 1)
    expect((await refresh(refreshToken)).status).toBe(401)
  })
})

describe('in the browser', () => {
  const portal = { 'x-client': 'portal', host: 'app.test', origin: 'http://app.test' }
  const cookieOf = (answer: Awaited<ReturnType<typeof refresh>>) => String(answer.headers['set-cookie'])
  const signInAsPortal = () =>
    product.post('/auth/login', { email: vendor.email, password: 'seven quiet rivers' }, { headers: portal })
  const withCookie = (cookie: string, headers: Record<string, string> = portal) => ({
    headers: { ...headers, cookie: cookie.split(';')[0] ?? '' },
  })

  test('the refresh token is an HttpOnly cookie, and not in the answer', async () => {
    const answer = await signInAsPortal()
    expect(answer.body).not.toHaveProperty('refreshToken')
    expect(cookieOf(answer)).toMatch(/^harkara_refresh=hr_/)
    expect(cookieOf(answer)).toContain('HttpOnly')
    expect(cookieOf(answer)).toContain('SameSite=Strict')
    expect(cookieOf(answer)).toContain('Path=/api/v1/auth')
  })

  test('refresh and sign-out take the cookie and no body', async () => {
    const refreshed = await product.post('/auth/refresh', undefined, withCookie(cookieOf(await signInAsPortal())))
    expect(refreshed.status).toBe(200)
    expect(refreshed.body).not.toHaveProperty('refreshToken')
    const out = await product.post('/auth/logout', undefined, withCookie(cookieOf(refreshed)))
    expect(out.status).toBe(204)
    expect(cookieOf(out)).toMatch(/harkara_refresh=;/)
    expect((await product.post('/auth/refresh', undefined, withCookie(cookieOf(refreshed)))).status).toBe(401)
  })

  test.each(['http://evil.example', '', 'http://evil-app.test', 'http://app.test.evil', 'https://evil-app.example'])(
    'a page of the origin %j can use the cookie neither to refresh nor to sign out',
    async (origin) => {
      const cookie = cookieOf(await signInAsPortal())
      for (const route of ['refresh', 'logout']) {
        const answer = await product.post(`/auth/${route}`, undefined, withCookie(cookie, { ...portal, origin }))
        expect(answer, route).toMatchObject({ status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } })
        expect(answer.headers, route).not.toHaveProperty('access-control-allow-origin')
      }
      expect((await product.post('/auth/refresh', undefined, withCookie(cookie))).status).toBe(200)
    },
  )

  test('a configured origin can', async () => {
    const cookie = cookieOf(await signInAsPortal())
    const headers = { ...portal, origin: 'https://app.example' }
    expect((await product.post('/auth/refresh', undefined, withCookie(cookie, headers))).status).toBe(200)
  })

  test('without the portal header the cookie is ignored', async () => {
    const cookie = cookieOf(await signInAsPortal())
    expect((await product.post('/auth/refresh', undefined, withCookie(cookie, { host: 'app.test' }))).status).toBe(400)
  })
})
