import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  newEmail,
  newVendor,
  PASSWORD,
  startProduct,
  type TestProduct,
} from '../../../tests/support/product.ts'

/** For each route and kind of address; more than the ten wrong passwords that close an account. Times are for bench/. */
const CALLS = 50

let product: TestProduct
let known: string
beforeAll(async () => {
  product = await startProduct({ env: { OTP_CODES_PER_HOUR: '10000' } })
  known = (await newVendor(product)).email
})

/** What is different in every answer, whoever asks. */
const ALWAYS_NEW = ['requestId', 'userId', 'email']
const VARYING_HEADERS = ['x-request-id', 'date', 'content-length']

function shapeOf({ status, body, headers }: Answer) {
  const fixed = Object.entries(body).map(([name, value]) => [name, ALWAYS_NEW.includes(name) ? typeof value : value])
  const names = Object.keys(headers).filter((name) => !VARYING_HEADERS.includes(name))
  return JSON.stringify({ status, body: Object.fromEntries(fixed), headers: names.sort() })
}

describe('nobody learns from an answer whether an address has an account', () => {
  test.each([
    ['register', (email: string) => ({ email, password: PASSWORD, companyName: 'Somebody' })],
    ['send-otp', (email: string) => ({ email })],
    ['forgot-password', (email: string) => ({ email })],
    ['login', (email: string) => ({ email, password: 'not this one' })],
    ['verify-otp', (email: string) => ({ email, otp: '123456' })],
    ['reset-password', (email: string) => ({ email, otp: '123456', newPassword: PASSWORD })],
  ])('%s answers alike for known and unknown addresses', async (route, bodyFor) => {
    const shapes = { known: [] as string[], unknown: [] as string[] }
    const unknown = newEmail()
    for (let i = 0; i < CALLS; i++) {
      shapes.known.push(shapeOf(await product.post(`/auth/${route}`, bodyFor(known))))
      shapes.unknown.push(shapeOf(await product.post(`/auth/${route}`, bodyFor(unknown))))
    }
    expect(shapes.unknown).toEqual(shapes.known)
  })
})
