import { beforeAll, describe, expect, test } from 'vitest'
import { FAULT_RUN_MS } from '../../../../tests/support/limits.ts'
import {
  codeFor,
  newEmail,
  newVendor,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'
import { NewPassword } from '../schema.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

async function registered(password: string) {
  const email = newEmail()
  expect((await product.post('/auth/register', { email, password })).status).toBe(201)
  await product.post('/auth/send-otp', { email })
  expect((await product.post('/auth/verify-otp', { email, otp: await codeFor(product, email) })).status).toBe(200)
  return email
}
const statusFor = async (email: string, password: string) => (await signIn(product, email, password)).status

describe('a password', () => {
  test('is compared in full: a difference after the 72nd byte is noticed', async () => {
    const long = `${'a quiet river '.repeat(6).slice(0, 79)}x`
    expect(long).toHaveLength(80)
    const email = await registered(long)
    for (const close of [
      `${long.slice(0, 79)}y`,
      `${long.slice(0, 72)}-${long.slice(73)}`,
      long.slice(0, 72),
      `${long} `,
    ])
      expect(await statusFor(email, close)).toBe(401)
    expect(await statusFor(email, long)).toBe(200)
  })

  test('may have 128 characters in any script, counted as users count them', async () => {
    const flowers = '🌺'.repeat(127)
    const email = await registered(`${flowers}é`)
    expect(await statusFor(email, `${flowers}e\u0301`)).toBe(200) // the same letter, typed on another keyboard
    expect(await statusFor(email, `${flowers}e`)).toBe(401)
  })

  test('needs no capital, digit or symbol, and must not be a common one', () => {
    for (const fine of ['seven quiet rivers', 'zfghwtrq', 'नमस्ते दुनिया', '        x '])
      expect(NewPassword.safeParse(fine).success, fine).toBe(true)
    const common =
      'password 12345678 123456789 1234567890 qwertyui qwertyuiop password1 password123 iloveyou sunshine princess football baseball superman trustno1 starwars computer internet whatever michelle jennifer 11111111 asdfghjkl PassWord 00000000 88888888 aaaaaaaa 12121212 12341234 123123123 abcabcabc abcdefgh 87654321 987654321 0987654321 1234567890'
    for (const known of common.split(' ')) expect(NewPassword.safeParse(known).success, known).toBe(false)
  })
})

describe('guessing passwords', () => {
  const ATTEMPTS = 300
  const ROUNDS = 10

  test(`of ${ATTEMPTS} guesses from many addresses over hours ten are answered, and the owner can always sign in`, {
    timeout: FAULT_RUN_MS,
  }, async () => {
    const { email } = await newVendor(product)
    expect(await statusFor(email, 'seven quiet rivers')).toBe(200)
    let refused = 0
    for (let round = 0; round < ROUNDS; round++) {
      const guess = async (i: number) => {
        const options = { ip: `198.51.${round}.${i}` }
        const { status, body } = await product.post('/auth/login', { email, password: `guess ${round} ${i}` }, options)
        // beyond the tenth all are answered like a right one: with a challenge that only the mailbox can meet
        if (status === 401) refused++
        else expect(body.challenge).toBe('EMAIL_CODE')
      }
      await Promise.all(Array.from({ length: ATTEMPTS / ROUNDS }, (_, i) => guess(i)))
      expect((await signIn(product, email)).body.accessToken).toBeDefined()
      await product.advance(15 * 60)
    }
    expect(refused).toBe(10)
    expect(product.mailbox.to(email)).toEqual([])
  })
})
