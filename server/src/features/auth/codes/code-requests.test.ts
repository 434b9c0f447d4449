import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  codeFor,
  newEmail,
  newVendor,
  PASSWORD,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'
import { readLinkToken } from './mailed-link.ts'

/** Requests come from networks: `home` is where the owner signed in before, `away` is new, strangers have their own. */
let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const HOME = '192.0.2.1'
const AWAY = '198.51.100.7'
const stranger = (n: number) => `203.0.${113 + Math.floor(n / 250)}.${1 + (n % 250)}`
const NEW_PASSWORD = 'eight louder rivers'
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const linkIn = (text: string | undefined, page: string) =>
  new RegExp(`/${page}#(hl_[\\w-]+)`).exec(text ?? '')?.[1] ?? ''
const mailsTo = (email: string) => product.mailbox.to(email).length
async function canSignIn(ip: string, email: string, password: string) {
  const { body } = await product.post('/auth/login', { email, password }, { ip })
  return body.accessToken !== undefined
}
const forgot = (email: string, ip: string) => product.post('/auth/forgot-password', { email }, { ip })
const reset = (email: string, otp: string, ip: string) =>
  product.post('/auth/reset-password', { email, otp, newPassword: NEW_PASSWORD }, { ip })

describe('codes by mail', () => {
  test("requests by strangers neither use up the owner's limit nor invalidate a mailed code", async () => {
    const { email } = await newVendor(product)
    expect((await forgot(email, AWAY)).status).toBe(200)
    const code = await codeFor(product, email)
    const flood = await Promise.all(Array.from({ length: 66 }, (_, i) => forgot(email, stranger(i % 5))))
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(66 - 50)
    expect((await forgot(email, AWAY)).status).toBe(200)
    expect((await reset(email, code, AWAY)).status).toBe(200)
    expect(await canSignIn(AWAY, email, NEW_PASSWORD)).toBe(true)
  })

  test('each mail of the last five minutes contains a working code, regardless of the source', async () => {
    const { email } = await newVendor(product)
    for (const [seconds, ip] of [
      [0, stranger(1)],
      [100, AWAY],
      [140, stranger(1)],
      [0, stranger(2)],
    ] as const) {
      await product.advance(seconds)
      const before = mailsTo(email)
      await forgot(email, ip)
      await codeFor(product, email, before)
    }
    // 0 s: issued for a stranger; 100 s: mailed again for the owner; 240 s: too old to be mailed again, so a second
    // code
    const codes = product.mailbox.to(email).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '')
    expect(codes[1]).toBe(codes[0])
    expect(codes[3]).toBe(codes[2])
    await product.advance(150)
    expect((await reset(email, codes[1] ?? '', AWAY)).status).toBe(200)
    expect((await reset(email, codes[3] ?? '', AWAY)).body.code).toBe('OTP_INVALID')
  })

  test('wrong guesses by a stranger do not use up the tries of the owner', async () => {
    const { email } = await newVendor(product)
    await forgot(email, AWAY)
    const code = await codeFor(product, email)
    for (let i = 0; i < 20; i++) expect((await reset(email, wrong(code), stranger(1))).status).toBe(400)
    expect((await reset(email, code, AWAY)).status).toBe(200)
  })

  test('of concurrent guesses from many networks ten are checked, and only known devices have tries left', async () => {
    const { email } = await newVendor(product)
    expect(await canSignIn(HOME, email, PASSWORD)).toBe(true)
    await forgot(email, AWAY)
    const code = await codeFor(product, email)
    const guesses = Array.from({ length: 10 }, (_, i) => reset(email, wrong(code), stranger(i)))
    await Promise.all(guesses)
    const rest = Array.from({ length: 30 }, (_, i) => reset(email, i === 20 ? code : wrong(code), stranger(60 + i)))
    for (const answer of await Promise.all(rest)) expect(answer.body.code).toBe('OTP_INVALID')
    expect((await reset(email, code, HOME)).status).toBe(200)
  })

  test('fifty wrong guesses by strangers in an hour are the limit, over any number of codes', async () => {
    const { email } = await newVendor(product)
    let looked = 0
    for (let round = 0; round < 8; round++) {
      const before = mailsTo(email)
      await forgot(email, stranger(300 + round))
      const code = await codeFor(product, email, before)
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => reset(email, wrong(code), stranger(400 + round * 12 + i))),
      )
      looked += answers.filter(({ status }) => status === 400).length
      await product.advance(301)
    }
    const rows = await sql<{ n: bigint }>`select count(*) as n from wrong_code where is_known = false
      and email_hash = (select email_hash from wrong_code order by guessed_at desc limit 1)`.execute(product.deps.db)
    expect(Number(rows.rows[0]?.n)).toBe(50)
    expect(looked).toBeGreaterThanOrEqual(50)
    const before = mailsTo(email)
    await forgot(email, AWAY)
    const paused = await reset(email, await codeFor(product, email, before), AWAY)
    expect(paused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(paused.headers['retry-after'])).toBeLessThanOrEqual(3_600)
  })

  test('strangers who use up all tries do not keep the owner out, whose mail contains a link', async () => {
    const { email } = await newVendor(product)
    for (let round = 0; round < 6; round++) {
      await forgot(email, stranger(500 + round))
      for (let i = 0; i < 10; i++) await reset(email, '000000', stranger(600 + round * 10 + i))
      await product.advance(301)
    }
    const before = mailsTo(email)
    await forgot(email, AWAY)
    const code = await codeFor(product, email, before)
    expect(await reset(email, code, AWAY)).toMatchObject({ status: 429 })
    const link = linkIn(product.mailbox.to(email).at(-1)?.text, 'reset-password')
    expect((await reset(email, link, AWAY)).status).toBe(200)
    expect(await canSignIn(AWAY, email, NEW_PASSWORD)).toBe(true)
    expect((await reset(email, link, AWAY)).body.code).toBe('OTP_INVALID')
  })

  test('a flood of requests from many networks leaves a working link in the mailbox', async () => {
    const { email } = await newVendor(product)
    for (let wave = 0; wave < 4; wave++) {
      await Promise.all(Array.from({ length: 40 }, (_, i) => forgot(email, stranger(700 + wave * 8 + (i % 8)))))
      await product.advance(100)
    }
    await forgot(email, AWAY)
    const { signer, db, clock } = product.deps
    const valid = await db.selectFrom('mailed_code').select('id').where('expires_at', '>', clock.now()).execute()
    const working = await eventually(() => {
      const links = product.mailbox.to(email).map(({ text }) => linkIn(text, 'reset-password'))
      const link = links.findLast((one) => valid.some(({ id }) => id === readLinkToken(signer, one)))
      if (!link) throw new Error('no mail with a working link yet')
      return link
    }, 15_000)
    expect((await reset(email, working, AWAY)).status).toBe(200)
  })

  test('a link works for its address, its purpose and five minutes only, and an altered one not at all', async () => {
    const [{ email }, { email: other }] = [await newVendor(product), await newVendor(product)]
    for (const address of [email, other]) {
      const before = mailsTo(address)
      await forgot(address, AWAY)
      await codeFor(product, address, before)
    }
    const link = linkIn(product.mailbox.to(email).at(-1)?.text, 'reset-password')
    const altered = `${link.slice(0, -1)}${link.endsWith('A') ? 'E' : 'A'}`
    for (const [address, otp] of [
      [other, link],
      [email, altered],
    ] as const)
      expect((await reset(address, otp, AWAY)).body.code).toBe('OTP_INVALID')
    const verified = await product.post('/auth/verify-otp', { email, otp: link, password: PASSWORD }, { ip: AWAY })
    expect(verified.body.code).toBe('OTP_INVALID')
    expect((await reset(email, 'hl_short', AWAY)).body.code).toBe('VALIDATION_FAILED')
    await product.advance(301)
    expect((await reset(email, link, AWAY)).body.code).toBe('OTP_EXPIRED')
  })

  test('a new account is verified by the link of its mail and the password', async () => {
    const email = newEmail()
    await product.post('/auth/register', { email, password: PASSWORD })
    await product.post('/auth/send-otp', { email })
    await codeFor(product, email)
    const otp = linkIn(product.mailbox.to(email).at(-1)?.text, 'verify-email')
    expect((await product.post('/auth/verify-otp', { email, otp, password: NEW_PASSWORD })).body.code).toBe(
      'OTP_INVALID',
    )
    expect((await product.post('/auth/verify-otp', { email, otp, password: PASSWORD })).status).toBe(200)
  })
})
