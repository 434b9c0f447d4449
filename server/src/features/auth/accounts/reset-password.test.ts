import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countWaitingForLocks } from '../../../../tests/support/database/locks.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  codeFor,
  newEmail,
  newMember,
  newVendor,
  PASSWORD,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'
import { inTransaction } from '../../../platform/db/db.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct({ env: { OTP_CODES_PER_HOUR: '50' } })
  vendor = await newVendor(product)
})

const NEW_PASSWORD = 'eight louder rivers'
const forgot = (email: string) => product.post('/auth/forgot-password', { email })
const reset = (email: string, otp: string, newPassword = NEW_PASSWORD) =>
  product.post('/auth/reset-password', { email, otp, newPassword })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
/** Requests a code and waits for its mail. */
async function resetCode(email: string) {
  const before = product.mailbox.to(email).length
  await forgot(email)
  return codeFor(product, email, before)
}

describe('a forgotten password', () => {
  test('code by mail, new password, signed in with it; the old one no longer works and the owner is notified', async () => {
    const { email } = await newMember(product, vendor.token)
    expect(await forgot(email)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    const code = await codeFor(product, email)
    expect(await reset(email, code)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect((await signIn(product, email)).status).toBe(401)
    expect((await signIn(product, email, NEW_PASSWORD)).status).toBe(200)
    await eventually(() => {
      const notices = product.mailbox.to(email).filter(({ subject }) => subject === 'Your Harkara password was changed')
      expect(notices).toHaveLength(1)
      expect(notices[0]?.text).not.toContain(NEW_PASSWORD)
    }, 15_000)
    // a code works once
    expect(await reset(email, code, 'nine louder rivers')).toMatchObject({ status: 400, body: { code: 'OTP_INVALID' } })
  })

  test('every session and access token of the account ends, and no other user is signed out', async () => {
    const admin = await newMember(product, vendor.token, 'ADMIN')
    const session = (await signIn(product, admin.email)).body
    const tokens = [admin.token, session.accessToken]
    for (const token of tokens) expect((await product.get('/vendor/me', { token })).status).toBe(200)
    expect((await reset(admin.email, await resetCode(admin.email))).status).toBe(200)
    // at once where an administrator is needed, elsewhere within seconds
    const statusOf = async (path: string, token: string) => (await product.get(path, { token })).status
    expect(await statusOf('/vendor/users', admin.token)).toBe(401)
    await expect.poll(() => statusOf('/vendor/me', session.accessToken), { timeout: 8_000 }).toBe(401)
    expect((await product.post('/auth/refresh', { refreshToken: session.refreshToken })).status).toBe(401)
    expect((await product.get('/vendor/users', { token: vendor.token })).status).toBe(200)
  })

  test('every device is a new one afterwards: a thief who had signed in before needs the code by mail', async () => {
    const { email } = await newMember(product, vendor.token)
    const [thief, guesser] = ['198.51.100.9', '203.0.113.9']
    const signInFrom = (ip: string, password: string) => product.post('/auth/login', { email, password }, { ip })
    expect((await signInFrom(thief, PASSWORD)).body.user.email).toBe(email)
    expect((await reset(email, await resetCode(email))).status).toBe(200)
    for (let i = 0; i < 10; i++) await signInFrom(guesser, 'not this one')
    expect((await signInFrom(thief, NEW_PASSWORD)).body.challenge).toBe('EMAIL_CODE')
  })

  test('an unknown address gets the same answer and no mail, and no code is accepted for it', async () => {
    const unknown = newEmail()
    const [known, answer] = [await forgot(vendor.email), await forgot(unknown)]
    expect([answer.status, answer.body]).toEqual([known.status, known.body])
    await resetCode(vendor.email) // sent after the other job
    expect(product.mailbox.to(unknown)).toEqual([])
    expect((await reset(unknown, '123456')).body.code).toBe('OTP_INVALID')
    expect((await signIn(product, unknown, NEW_PASSWORD)).status).toBe(401)
  })

  test('a registration code cannot reset a password, and a reset code cannot verify a registration', async () => {
    const registering = newEmail()
    await product.post('/auth/register', { email: registering, password: PASSWORD })
    await product.post('/auth/send-otp', { email: registering })
    const registerCode = await codeFor(product, registering)
    await forgot(registering)
    expect((await reset(registering, registerCode)).body.code).toBe('OTP_INVALID')

    const code = await resetCode(vendor.email)
    await product.post('/auth/register', { email: vendor.email, password: 'a stranger came by' })
    await product.post('/auth/send-otp', { email: vendor.email })
    const verified = await product.post('/auth/verify-otp', { email: vendor.email, otp: code })
    expect(verified).toMatchObject({ status: 400, body: { code: 'OTP_INVALID' } })
    expect((await signIn(product, vendor.email)).status).toBe(200)
  })

  test('a new code invalidates the previous one', async () => {
    const old = await resetCode(vendor.email)
    const fresh = await resetCode(vendor.email)
    if (old !== fresh) expect((await reset(vendor.email, old)).body.code).toBe('OTP_INVALID')
  })

  test('five wrong tries invalidate a code, even for the right digits among many concurrent guesses', async () => {
    const code = await resetCode(vendor.email)
    for (let i = 0; i < 5; i++) expect((await reset(vendor.email, wrong(code))).body.code).toBe('OTP_INVALID')
    expect((await reset(vendor.email, code)).body.code).toBe('OTP_INVALID')
    const rest = Array.from({ length: 8 }, (_, i) => reset(vendor.email, i === 5 ? code : wrong(code)))
    for (const answer of await Promise.all(rest)) expect(answer.body.code).toBe('OTP_INVALID')
    expect((await signIn(product, vendor.email)).status).toBe(200)
  })

  test('one right code sent eight times at once changes the password once', async () => {
    const { email } = await newMember(product, vendor.token)
    const code = await resetCode(email)
    const passwords = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `the password of number ${n}`)
    let sent: ReturnType<typeof reset>[] = []
    await inTransaction(product.deps.db, async (tx) => {
      await sql`select 1 from mailed_code for update`.execute(tx)
      sent = passwords.map((password) => reset(email, code, password))
      await eventually(async () => expect(await countWaitingForLocks(product.deps.db)).toBe(passwords.length), 15_000)
    })
    const answers = await Promise.all(sent)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]
    expect((await signIn(product, email, winner)).status).toBe(200)
  })

  test.each(['password1', 'short', 'x'.repeat(129)])(
    'the new password %j is refused and uses up no try',
    async (weak) => {
      const answer = await reset(vendor.email, '123456', weak)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', errors: [{ path: 'newPassword' }] },
      })
      expect(JSON.stringify(answer.body)).not.toContain(weak)
    },
  )

  test('a new password unblocks an account that wrong ones had blocked', async () => {
    const { email } = await newMember(product, vendor.token)
    for (let i = 0; i < 10; i++) await signIn(product, email, 'not this one')
    expect((await signIn(product, email)).status).toBe(429)
    expect((await reset(email, await resetCode(email))).status).toBe(200)
    expect((await signIn(product, email, NEW_PASSWORD)).status).toBe(200)
  })

  test('a code expires after five minutes of product time', async () => {
    const code = await resetCode(vendor.email)
    await product.advance(301)
    expect(await reset(vendor.email, code)).toMatchObject({ status: 400, body: { code: 'OTP_EXPIRED' } })
    expect((await signIn(product, vendor.email)).status).toBe(200)
  })
})
