import { beforeAll, describe, expect, test } from 'vitest'
import { authenticatorApp } from '../../../../tests/support/auth/authenticator-app.ts'
import { secondFactorsOf } from '../../../../tests/support/auth/second-factors.ts'
import {
  type Answer,
  newEmail,
  newVendor,
  PASSWORD,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'
import type { Passwords } from '../../../platform/crypto/passwords.ts'

/**
 * For each route and kind of address; more than the ten wrong passwords that block an account. Timing is measured in
 * bench/.
 */
const CALLS = 15

let product: TestProduct
let known: string
beforeAll(async () => {
  product = await startProduct({ env: { OTP_CODES_PER_HOUR: '10000' } })
  known = (await newVendor(product)).email
  countHashes(product.deps.passwords)
})

/** Each of these functions computes argon2 once. The real ones are called, so answers and times stay as they are. */
let hashes = 0
function countHashes(passwords: Passwords) {
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
    (...args: Args) => {
      hashes++
      return work(...args)
    }
  const { hash, hashWithSalt, verify } = passwords
  Object.assign(passwords, { hash: counted(hash), hashWithSalt: counted(hashWithSalt), verify: counted(verify) })
}

/** Fields that differ in every answer. */
const ALWAYS_NEW = ['requestId', 'userId', 'email']
const VARYING_HEADERS = ['x-request-id', 'date', 'content-length']

function shapeOf({ status, body, headers }: Answer) {
  const fixed = Object.entries(body).map(([name, value]) => [name, ALWAYS_NEW.includes(name) ? typeof value : value])
  const names = Object.keys(headers).filter((name) => !VARYING_HEADERS.includes(name))
  return JSON.stringify({ status, body: Object.fromEntries(fixed), headers: names.sort() })
}

describe('no answer reveals whether an address has an account', () => {
  test.each([
    ['register', (email: string) => ({ email, password: PASSWORD, companyName: 'Somebody' })],
    ['send-otp', (email: string) => ({ email })],
    ['forgot-password', (email: string) => ({ email })],
    ['login', (email: string) => ({ email, password: 'not this one' })],
    ['verify-otp', (email: string) => ({ email, otp: '123456' })],
    ['reset-password', (email: string) => ({ email, otp: '123456', newPassword: PASSWORD })],
  ])('%s gives the same answer for known and unknown addresses', async (route, bodyFor) => {
    const shapes = { known: [] as string[], unknown: [] as string[] }
    const unknown = newEmail()
    for (let i = 0; i < CALLS; i++) {
      shapes.known.push(shapeOf(await product.post(`/auth/${route}`, bodyFor(known))))
      shapes.unknown.push(shapeOf(await product.post(`/auth/${route}`, bodyFor(unknown))))
    }
    expect(shapes.unknown).toEqual(shapes.known)
  })
})

const STRANGERS = 'the password of a stranger'
type Call = [route: string, body: (email: string) => object]
const register: Call = ['register', (email) => ({ email, password: STRANGERS })]
const login: Call = ['login', (email) => ({ email, password: STRANGERS })]
const wrongLogin: Call = ['login', (email) => ({ email, password: 'not this one' })]
const sendOtp: Call = ['send-otp', (email) => ({ email })]
const verifyOtp: Call = ['verify-otp', (email) => ({ email, otp: '123456' })]
const verifyWithPassword: Call = ['verify-otp', (email) => ({ email, otp: '123456', password: STRANGERS })]
const forgot: Call = ['forgot-password', (email) => ({ email })]
const reset: Call = ['reset-password', (email) => ({ email, otp: '123456', newPassword: STRANGERS })]
const times = (count: number, ...calls: Call[]) => Array.from({ length: count }, () => calls).flat()

describe('no sequence of calls reveals it either, by answers or by the work they cause', () => {
  /** Status, body, headers and number of password hashes of each call, in sequence. */
  async function trace(email: string, calls: Call[]) {
    const steps: { route: string; answer: string; hashes: number }[] = []
    for (const [route, bodyFor] of calls) {
      hashes = 0
      const answer = shapeOf(await product.post(`/auth/${route}`, bodyFor(email)))
      steps.push({ route, answer, hashes })
    }
    return steps
  }

  test.each<[string, Call[]]>([
    ['registering and signing in with the same password', [register, login]],
    ['signing in after one, two, three, four registrations', times(4, register, login, wrongLogin)],
    ['registering between wrong passwords, to forget them', times(3, ...times(4, wrongLogin), register, login)],
    ['registering and trying codes', [register, sendOtp, ...times(7, verifyOtp), verifyWithPassword, login]],
    ['registering and asking for a new password', [register, forgot, ...times(7, reset), login, sendOtp, verifyOtp]],
    ['signing in without registering', [login, sendOtp, verifyOtp, forgot, reset, login]],
  ])('%s', async (_name, calls) => {
    const existing = (await newVendor(product)).email
    const [known, unknown] = [await trace(existing, calls), await trace(newEmail(), calls)]
    expect(unknown).toEqual(known)
    expect(known.find(({ route }) => route === 'login')?.hashes).toBeGreaterThan(0)
  })

  test('a second factor changes nothing before the right password, and no work after it', async () => {
    const { email, token } = await newVendor(product)
    const { secret } = (await product.post('/auth/mfa/totp', undefined, { token })).body
    const code = authenticatorApp(secret, product.deps.clock).code()
    expect((await product.post('/auth/mfa/totp/confirm', { code }, { token })).status).toBe(200)
    const calls = [register, login, ...times(12, wrongLogin), forgot, reset, verifyOtp]
    expect(await trace(email, calls)).toEqual(await trace(newEmail(), calls))
    const right: Call = ['login', (address) => ({ email: address, password: PASSWORD })]
    const protectedVendor = await secondFactorsOf(() => product).protectedVendor()
    const [known, unknown] = [await trace(protectedVendor.email, [right]), await trace(newEmail(), [right])]
    expect(known[0]?.hashes).toBe(unknown[0]?.hashes)
  })

  test('the work of a sign-in does not depend on how often the address was registered', async () => {
    const steps = await trace(newEmail(), [wrongLogin, ...times(5, register, wrongLogin)])
    expect(new Set(steps.filter(({ route }) => route === 'login').map(({ hashes }) => hashes)).size).toBe(1)
  })
})
