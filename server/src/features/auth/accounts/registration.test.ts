import { beforeAll, describe, expect, test } from 'vitest'
import {
  codeFor,
  newEmail,
  newVendor,
  PASSWORD,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ env: { OTP_CODES_PER_HOUR: '50' } })
})

const register = (email: string, password = PASSWORD) => product.post('/auth/register', { email, password })
const sendOtp = (email: string) => product.post('/auth/send-otp', { email })
const verify = (email: string, otp: string, password?: string) =>
  product.post('/auth/verify-otp', { email, otp, ...(password !== undefined && { password }) })
const linkFor = async (email: string) => {
  await codeFor(product, email)
  return /\/verify-email#(hl_[\w-]+)/.exec(product.mailbox.to(email).at(-1)?.text ?? '')?.[1] ?? ''
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const countOf = async (table: string) =>
  Number(
    (
      await product.deps.db
        .selectFrom(table as 'vendor')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute()
    )[0]?.n,
  )

describe('registration', () => {
  test('register, code by mail, verify: signed in as the administrator of a new vendor with an empty wallet', async () => {
    const email = newEmail()
    const registered = await product.post('/auth/register', { email, password: PASSWORD, companyName: 'Asha Traders' })
    expect(registered).toMatchObject({ status: 201, body: { email, status: 'PENDING_VERIFICATION' } })
    expect(await sendOtp(email)).toMatchObject({ status: 200, body: { expiresInSeconds: 300 } })
    const { status, body } = await verify(email, await codeFor(product, email))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 900,
      user: { id: registered.body.userId, email, role: 'ADMIN', status: 'ACTIVE' },
      vendor: { companyName: 'Asha Traders', country: 'IN', currency: 'INR', timezone: 'Asia/Kolkata' },
    })
    const me = await product.get('/vendor/me', { token: body.accessToken })
    expect(me).toMatchObject({
      status: 200,
      body: { id: body.vendor.id, lowBalanceThreshold: 20_000, messagingEnabled: false },
    })
    expect((await signIn(product, email)).status).toBe(200)
  })

  test('registering alone mails no code, and the code is the only six-digit number in its mail', async () => {
    const email = newEmail()
    await register(email)
    await sendOtp(email)
    const code = await codeFor(product, email)
    const mails = product.mailbox.to(email)
    expect(mails).toHaveLength(1)
    const { subject, text, html } = mails[0] as (typeof mails)[0]
    for (const part of [text, html]) expect(part.match(/\d{6,}/g)).toEqual([code])
    expect(subject).not.toMatch(/\d{6}/)
  })

  test('an address with an account gets the same answer, with a fresh id, and its owner is notified', async () => {
    const { email } = await newVendor(product)
    const before = product.mailbox.to(email).length
    const [first, second, unknown] = [await register(email), await register(email), await register(newEmail())]
    expect(Object.keys(first.body)).toEqual(Object.keys(unknown.body))
    expect(first.status).toBe(unknown.status)
    expect(first.body.status).toBe(unknown.body.status)
    expect(first.body.userId).not.toBe(second.body.userId)
    await expect.poll(() => product.mailbox.to(email).length, { timeout: 10_000 }).toBeGreaterThan(before)
    expect(product.mailbox.to(email).at(-1)?.subject).toBe('You already have a Harkara account')
    // and it does not give access
    await sendOtp(email)
    expect((await verify(email, '123456')).body.code).toBe('OTP_INVALID')
    expect((await signIn(product, email)).status).toBe(200)
  })

  test('requesting a code answers the same for an unknown address, and nothing is mailed to it', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await register(known)
    const answers = [await sendOtp(unknown), await sendOtp(known)]
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    await codeFor(product, known) // sent after the other job
    expect(product.mailbox.to(unknown)).toEqual([])
  })

  test('a new code invalidates the old one', async () => {
    const email = newEmail()
    await register(email)
    await sendOtp(email)
    const old = await codeFor(product, email)
    await sendOtp(email)
    const fresh = await codeFor(product, email, 1)
    expect((await verify(email, old)).body.code).toBe(old === fresh ? undefined : 'OTP_INVALID')
    expect((await verify(email, fresh)).status).toBe(200)
  })

  test('five wrong tries invalidate a code, even for the right digits', async () => {
    const email = newEmail()
    await register(email)
    await sendOtp(email)
    const code = await codeFor(product, email)
    for (let i = 0; i < 5; i++) expect((await verify(email, wrong(code))).body.code).toBe('OTP_INVALID')
    expect((await verify(email, code)).body.code).toBe('OTP_INVALID')
  })

  test('of 100 concurrent guesses with the right one after the fifth, none succeeds', async () => {
    const email = newEmail()
    await register(email)
    await sendOtp(email)
    const code = await codeFor(product, email)
    const guesses = Array.from({ length: 100 }, (_, i) => (i === 60 ? code : wrong(code)))
    const first = await Promise.all(guesses.slice(0, 5).map((guess) => verify(email, guess)))
    const rest = await Promise.all(guesses.slice(5).map((guess) => verify(email, guess)))
    expect([...first, ...rest].filter(({ status }) => status === 200)).toEqual([])
  })

  test('one right code verified twenty times at once creates one session, one vendor and one wallet', async () => {
    const email = newEmail()
    await register(email)
    await sendOtp(email)
    const code = await codeFor(product, email)
    const before = [await countOf('vendor'), await countOf('wallet'), await countOf('session')]
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'OTP_INVALID')).toHaveLength(19)
    const after = [await countOf('vendor'), await countOf('wallet'), await countOf('session')]
    expect(after).toEqual(before.map((count) => count + 1))
  })

  test('a code is valid for one address only', async () => {
    const [a, b] = [newEmail(), newEmail()]
    await register(a)
    await register(b)
    await sendOtp(a)
    await sendOtp(b)
    const code = await codeFor(product, a)
    if (code !== (await codeFor(product, b))) expect((await verify(b, code)).body.code).toBe('OTP_INVALID')
  })

  test('registering the address of another person gives no access to the account its owner verifies', async () => {
    const email = newEmail()
    await register(email, 'the attacker was here first')
    await register(email, 'the owner has another one')
    await sendOtp(email)
    const code = await codeFor(product, email)
    expect((await verify(email, wrong(code))).body.code).toBe('OTP_INVALID')
    expect((await verify(email, code)).body.code).toBe('PASSWORD_REQUIRED')
    expect((await verify(email, code, 'neither of the two')).body.code).toBe('OTP_INVALID')
    expect((await verify(email, code, 'the owner has another one')).status).toBe(200)
    expect((await signIn(product, email, 'the attacker was here first')).body.code).toBe('INVALID_CREDENTIALS')
    expect((await signIn(product, email, 'the owner has another one')).status).toBe(200)
  })

  test.each(['digits', 'link'] as const)(
    'however often strangers register an address afterwards, its owner verifies it with the %s and the own password',
    async (way) => {
      const email = newEmail()
      const password = 'the owner has another one'
      const owner = await product.post('/auth/register', { email, password, companyName: 'Asha Traders' })
      for (let i = 0; i < 12; i++) await register(email, `password ${i} of a stranger`)
      expect((await signIn(product, email, password)).body.code).toBe('EMAIL_NOT_VERIFIED')
      await sendOtp(email)
      const code = way === 'digits' ? await codeFor(product, email) : await linkFor(email)
      const { status, body } = await verify(email, code, password)
      expect(status).toBe(200)
      expect(body).toMatchObject({ user: { id: owner.body.userId }, vendor: { companyName: 'Asha Traders' } })
      expect((await signIn(product, email, 'password 11 of a stranger')).body.code).toBe('INVALID_CREDENTIALS')
    },
  )

  test('of two registrations with the same password the later one counts', async () => {
    const email = newEmail()
    await product.post('/auth/register', { email, password: PASSWORD, companyName: 'Mistyped' })
    await product.advance(1)
    await product.post('/auth/register', { email, password: PASSWORD, companyName: 'Asha Traders' })
    await sendOtp(email)
    const { body } = await verify(email, await codeFor(product, email), PASSWORD)
    expect(body.vendor.companyName).toBe('Asha Traders')
  })

  test('an attempt of the day before can no longer be verified, nor does it ask for a password', async () => {
    const email = newEmail()
    await register(email, 'the attacker was here first')
    await product.advance(24 * 3_600 + 1)
    await register(email)
    await sendOtp(email)
    const code = await codeFor(product, email)
    expect((await verify(email, code, 'the attacker was here first')).body.code).toBe('OTP_INVALID')
    expect((await verify(email, code)).status).toBe(200)
  })

  test('with one attempt open a wrong password is still refused', async () => {
    const email = newEmail()
    await register(email, 'the attacker was here first')
    await sendOtp(email)
    const code = await codeFor(product, email)
    expect((await verify(email, code, 'the owner has another one')).body.code).toBe('OTP_INVALID')
  })

  test('a wrong password uses up a try of the code, so that it cannot be guessed with a right code', async () => {
    const email = newEmail()
    await register(email)
    await sendOtp(email)
    const code = await codeFor(product, email)
    for (let i = 0; i < 5; i++) expect((await verify(email, code, `guess number ${i}`)).body.code).toBe('OTP_INVALID')
    expect((await verify(email, code, PASSWORD)).body.code).toBe('OTP_INVALID')
  })

  test.each(['password1', '12345678', 'short', 'x'.repeat(129), ''])(
    'the password %j is refused and not repeated',
    async (password) => {
      const answer = await register(newEmail(), password)
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ path: 'password' }] } })
      expect(JSON.stringify(answer.body)).not.toContain(password || 'a value')
    },
  )

  test.each(['no-at', 'a@b', '@example.com', 'a b@example.com', 'a@example.com\nBcc: b@example.com'])(
    'the address %j is refused',
    async (email) => expect((await register(email)).status).toBe(400),
  )

  test('upper case and spaces do not make another account', async () => {
    const { email } = await newVendor(product)
    expect((await signIn(product, ` ${email.toUpperCase()} `)).status).toBe(200)
  })

  test('codes for one address are limited, whether or not it has an account', async () => {
    const limited = await startProduct({ env: { OTP_CODES_PER_HOUR: '3' } })
    for (const email of [newEmail(), newEmail()]) {
      for (let i = 0; i < 3; i++) expect((await limited.post('/auth/send-otp', { email })).status).toBe(200)
      const refused = await limited.post('/auth/send-otp', { email })
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    }
  })

  test('a code expires after five minutes of product time', async () => {
    const email = newEmail()
    await register(email)
    await sendOtp(email)
    const code = await codeFor(product, email)
    await product.advance(299)
    expect((await verify(email, wrong(code))).body.code).toBe('OTP_INVALID')
    await product.advance(2)
    expect((await verify(email, code)).body.code).toBe('OTP_EXPIRED')
  })
})
