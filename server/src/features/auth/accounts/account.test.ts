import { beforeAll, describe, expect, test } from 'vitest'
import { newVendor, PASSWORD, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { SIGN_IN_FAILURES_MAX } from '../../../domain/limits.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../sandbox/seed.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const sessionsOf = async (token: string) => (await product.get('/auth/sessions', { token })).body.data
const change = (token: string, currentPassword: string, newPassword = 'nine slow turtles') =>
  product.post('/auth/change-password', { currentPassword, newPassword }, { token })
const isIn = async (token: string) => (await product.get('/auth/sessions', { token })).status === 200
const refresh = async (refreshToken: string) => product.post('/auth/refresh', { refreshToken })

/** A user with two devices. */
async function twoDevices() {
  const { email, token } = await newVendor(product)
  return { email, here: token, there: (await signIn(product, email)).body.accessToken as string }
}

describe('sessions', () => {
  test('are listed newest first, and the current one is marked', async () => {
    const { here, there } = await twoDevices()
    expect((await sessionsOf(here)).map((row: { isCurrent: boolean }) => row.isCurrent)).toEqual([false, true])
    expect((await sessionsOf(there)).map((row: { isCurrent: boolean }) => row.isCurrent)).toEqual([true, false])
  })

  test('show the browser and system, and nothing else that a browser sends', async () => {
    const { email, token } = await newVendor(product)
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
    const headers = { 'user-agent': agent }
    expect((await product.post('/auth/login', { email, password: PASSWORD }, { headers })).status).toBe(200)
    expect((await sessionsOf(token)).map((row: { device: string | null }) => row.device)).toEqual([
      'Firefox on Linux',
      null,
    ])
  })

  test('can be ended one by one, or all but the current one', async () => {
    const { email, here, there } = await twoDevices()
    const [newest] = await sessionsOf(here)
    expect((await product.del(`/auth/sessions/${newest.id}`, { token: here })).status).toBe(204)
    expect([(await sessionsOf(here)).length, await isIn(there)]).toEqual([1, false])
    const others = [(await signIn(product, email)).body, (await signIn(product, email)).body]
    expect((await product.del('/auth/sessions', { token: here })).status).toBe(204)
    expect(await sessionsOf(here)).toHaveLength(1)
    for (const { refreshToken } of others) expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('of another user are not found, including those of a colleague', async () => {
    const [mine, other] = [await newVendor(product), await newVendor(product)]
    const [theirs] = await sessionsOf(other.token)
    expect((await product.del(`/auth/sessions/${theirs.id}`, { token: mine.token })).status).toBe(404)
    expect(await isIn(other.token)).toBe(true)
  })

  test('are for users: operators have them, API keys do not', async () => {
    const { token } = await newVendor(product)
    const { key } = (await product.post('/vendor/api-keys', { name: 'nightly' }, { token })).body
    expect((await product.get('/auth/sessions', { token: key })).status).toBe(403)
    expect((await change(key, PASSWORD)).status).toBe(403)
    const operator = (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken
    expect(await isIn(operator)).toBe(true)
  })
})

describe('changing the password', () => {
  test('needs the old one, takes effect at once, and signs out every other device', async () => {
    const { email, there } = await twoDevices()
    const here = (await signIn(product, email)).body
    const wrong = await change(here.accessToken, 'not my password')
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'currentPassword' }] } })
    expect((await change(here.accessToken, PASSWORD)).status).toBe(200)
    expect([await isIn(there), await isIn((await refresh(here.refreshToken)).body.accessToken)]).toEqual([false, true])
    expect((await signIn(product, email)).status).toBe(401)
    expect((await signIn(product, email, 'nine slow turtles')).status).toBe(200)
  })

  test('makes every other device a new one, which needs the code by mail while somebody guesses', async () => {
    const { email, token } = await newVendor(product)
    // requests without an address come from here
    const [HERE, thief, guesser] = ['127.0.0.1', '198.51.100.9', '203.0.113.9']
    const signInFrom = (ip: string, password: string) => product.post('/auth/login', { email, password }, { ip })
    for (const ip of [HERE, thief]) expect((await signInFrom(ip, PASSWORD)).body.user.email).toBe(email)
    expect((await change(token, PASSWORD)).status).toBe(200)
    for (let i = 0; i < SIGN_IN_FAILURES_MAX; i++) await signInFrom(guesser, 'not this one')
    expect((await signInFrom(thief, 'nine slow turtles')).body.challenge).toBe('EMAIL_CODE')
    expect((await signInFrom(HERE, 'nine slow turtles')).body.user.email).toBe(email)
  })

  test('does not allow guessing from an open page: wrong tries count like those at sign-in', async () => {
    const { email, token } = await newVendor(product)
    for (let i = 0; i < SIGN_IN_FAILURES_MAX; i++) expect((await change(token, `guess ${i}`)).status).toBe(400)
    expect((await change(token, PASSWORD)).status).toBe(429)
    // and it cannot be used to lock the owner out elsewhere
    expect((await signIn(product, email)).body.challenge).toBe('EMAIL_CODE')
  })
})
