import { beforeAll, describe, expect, test } from 'vitest'
import { subscribe } from '../../../../tests/support/campaigns/campaigns.ts'
import { FAULT_RUN_MS } from '../../../../tests/support/limits.ts'
import {
  codeFor,
  invitationFor,
  newEmail,
  newVendor,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
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

describe('a password made of a name of the person, the company or the product', () => {
  const refusal = { status: 400, body: { code: 'VALIDATION_FAILED' } }

  test('is refused at registration and with an invitation', async () => {
    const email = `meenakshi-${newEmail()}`
    for (const password of ['harkara-2026', 'Meenakshi.77', 'LotusTraders1'])
      expect(await product.post('/auth/register', { email, password, companyName: 'Lotus Traders' })).toMatchObject({
        ...refusal,
        body: { errors: [{ path: 'password', message: expect.stringMatching('easy to guess') }] },
      })
    const vendor = await newVendor(product)
    await product.patch('/vendor/me', { companyName: 'Marigold Exports' }, vendor)
    await subscribe(product, vendor.vendorId as VendorId)
    const invited = newEmail()
    await product.post('/vendor/users', { email: invited }, vendor)
    const token = await invitationFor(product, invited)
    expect(await product.post('/auth/accept-invite', { token, password: 'marigold-26' })).toMatchObject(refusal)
    expect((await product.post('/auth/accept-invite', { token, password: 'seven quiet rivers' })).status).toBe(200)
  })

  test('is refused when the password is changed or reset, and the mailed code still works for a better one', async () => {
    const vendor = await newVendor(product)
    await product.patch('/vendor/me', { companyName: 'Marigold Exports' }, vendor)
    const change = { currentPassword: 'seven quiet rivers', newPassword: 'Marigold2026' }
    expect(await product.post('/auth/change-password', change, vendor)).toMatchObject(refusal)
    const { email } = vendor
    await product.post('/auth/forgot-password', { email })
    const otp = await codeFor(product, email)
    const reset = (code: string, newPassword: string) =>
      product.post('/auth/reset-password', { email, otp: code, newPassword })
    // Whoever has not proved to own the address is told about the code only.
    const wrong = otp === '111111' ? '222222' : '111111'
    expect((await reset(wrong, change.newPassword)).body.code).toBe('OTP_INVALID')
    expect(await reset(otp, change.newPassword)).toMatchObject(refusal)
    expect((await reset(otp, 'eleven quiet rivers')).status).toBe(200)
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
