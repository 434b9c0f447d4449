import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countWaitingForLocks } from '../../../../tests/support/database/locks.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  type Answer,
  codeFor,
  newEmail,
  newVendor,
  PASSWORD,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { challengeToken, readChallengeToken } from '../codes/challenge-token.ts'
import { codeDigits } from '../codes/codes.ts'

/** Requests come from networks: `home` is the owner's, `away` is new to the account, strangers have their own. */
let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const HOME = '192.0.2.1'
const AWAY = '198.51.100.7'
const stranger = (n: number) => `203.0.${113 + Math.floor(n / 250)}.${1 + (n % 250)}`
const WRONG = 'not this one'
const NEW_PASSWORD = 'eight louder rivers'

const signInFrom = (ip: string, email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  product.post('/auth/login', { email, password }, { ip, headers })
const answerChallenge = (token: string, code: string, ip = AWAY, headers: Record<string, string> = {}) =>
  product.post('/auth/challenge', { challengeToken: token, code }, { ip, headers })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const isSession = ({ status, body }: Answer) => status === 200 && body.accessToken !== undefined
const isChallenge = ({ status, body }: Answer) => status === 200 && body.challenge === 'EMAIL_CODE'
const mailsTo = (email: string) => product.mailbox.to(email).length

/** Ten wrong passwords from one network, which is then blocked. */
const attack = (email: string) => Promise.all(Array.from({ length: 10 }, () => signInFrom(stranger(1), email, WRONG)))

async function underAttack() {
  const vendor = await newVendor(product)
  await attack(vendor.email)
  return vendor
}
/** Signs in from a new network; the code is mailed. */
async function challenged(email: string, ip = AWAY) {
  const before = mailsTo(email)
  const answer = await signInFrom(ip, email)
  expect(answer.body).toEqual({ challenge: 'EMAIL_CODE', challengeToken: expect.stringMatching(/^hc_/) })
  return { token: answer.body.challengeToken as string, code: await codeFor(product, email, before) }
}

describe('while strangers guess passwords of an account', () => {
  test("a browser in which the owner signed in before is accepted from anywhere, including a stranger's network", async () => {
    const { email } = await newVendor(product)
    const portal = { 'x-client': 'portal' }
    const first = await signInFrom(HOME, email, PASSWORD, portal)
    const cookies = [first.headers['set-cookie']].flat().map(String)
    const cookie = cookies.find((one) => one.startsWith('harkara_device=hd_')) ?? ''
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/api/v1/auth', 'Max-Age=15552000'])
      expect(cookie).toContain(part)
    await attack(email)
    const recognised = { ...portal, cookie: cookie.split(';')[0] ?? '' }
    for (const ip of [HOME, AWAY, stranger(1), stranger(2)])
      expect(isSession(await signInFrom(ip, email, PASSWORD, recognised)), ip).toBe(true)
    // it is bound to the accounts that signed in there, and cannot be forged
    const other = await underAttack()
    expect(isChallenge(await signInFrom(AWAY, other.email, PASSWORD, recognised))).toBe(true)
    const altered = recognised.cookie.replace(/.(?=.{8}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    expect(isChallenge(await signInFrom(AWAY, email, PASSWORD, { ...portal, cookie: altered }))).toBe(true)
    // nor does it allow more guesses than others have
    for (let i = 0; i < 10; i++) expect((await signInFrom(AWAY, email, WRONG, recognised)).status).toBe(401)
    expect((await signInFrom(AWAY, email, PASSWORD, recognised)).status).toBe(429)
  })

  test('an API client is accepted from the network it signed in from before', async () => {
    const { email } = await newVendor(product)
    expect(isSession(await signInFrom(HOME, email))).toBe(true)
    await attack(email)
    for (let i = 0; i < 3; i++) expect(isSession(await signInFrom(HOME, email))).toBe(true)
    expect(isChallenge(await signInFrom(AWAY, email))).toBe(true)
    // guesses from other networks are still refused
    expect((await signInFrom(stranger(1), email)).status).toBe(429)
  })

  test('a new device completes a right password with the mailed code and is known from then on', async () => {
    const { email, vendorId } = await underAttack()
    const { token, code } = await challenged(email)
    const mail = product.mailbox.to(email).at(-1)
    expect(mail?.subject).toBe('Your Harkara sign-in code')
    for (const part of [mail?.text, mail?.html]) expect(part?.match(/\d{6,}/g)).toEqual([code])
    const answer = await answerChallenge(token, code)
    expect(answer).toMatchObject({ status: 200, body: { tokenType: 'Bearer', vendor: { id: vendorId } } })
    expect((await product.get('/vendor/me', { token: answer.body.accessToken })).status).toBe(200)
    expect(await answerChallenge(token, code)).toMatchObject({ status: 400, body: { code: 'OTP_INVALID' } })
    await attack(email)
    expect(isSession(await signInFrom(AWAY, email))).toBe(true)
  })

  test('a browser gets its session and its device cookie by the challenge', async () => {
    const { email } = await underAttack()
    const { token, code } = await challenged(email)
    const answer = await answerChallenge(token, code, AWAY, { 'x-client': 'portal' })
    expect(answer.body).not.toHaveProperty('refreshToken')
    const cookies = [answer.headers['set-cookie']].flat().map((one) => String(one).split('=')[0])
    expect(cookies).toEqual(['harkara_refresh', 'harkara_device'])
  })

  test('the owner can change the password in an open session', async () => {
    const { email, token } = await underAttack()
    const change = (currentPassword: string) =>
      product.post('/auth/change-password', { currentPassword, newPassword: NEW_PASSWORD }, { token })
    expect((await change(WRONG)).status).toBe(400)
    expect((await change(PASSWORD)).status).toBe(200)
    expect(isSession(await signInFrom(AWAY, email, NEW_PASSWORD))).toBe(true)
  })

  test('a user who often mistypes their own password waits a minute, and needs no code', async () => {
    const { email } = await newVendor(product)
    for (let i = 0; i < 10; i++) expect((await signInFrom(AWAY, email, WRONG)).status).toBe(401)
    expect((await signInFrom(AWAY, email)).status).toBe(429)
    await product.advance(61)
    expect(isSession(await signInFrom(AWAY, email))).toBe(true)
  })
})

describe('guessing passwords', () => {
  const shapeOf = ({ status, body, headers }: Answer) => ({
    status,
    body: { ...body, challengeToken: typeof body.challengeToken, requestId: typeof body.requestId },
    headers: Object.keys(headers).sort(),
  })

  test('from a new network reveals neither a right password nor a known address, and wrong ones cause no mail', async () => {
    const { email } = await underAttack()
    const unknown = newEmail()
    await attack(unknown)
    const passwords = [PASSWORD, WRONG, PASSWORD, ...Array(10).fill(WRONG)]
    const trace = async (ip: string, address: string, tried: string[]) => {
      const steps = []
      for (const password of tried) steps.push(shapeOf(await signInFrom(ip, address, password)))
      return steps
    }
    const before = mailsTo(email)
    const right = await trace(stranger(10), email, passwords)
    expect(right.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429, 429])
    expect(
      await trace(
        stranger(11),
        email,
        passwords.map(() => WRONG),
      ),
    ).toEqual(right)
    expect(await trace(stranger(12), unknown, passwords)).toEqual(right)
    await eventually(() => expect(mailsTo(email)).toBe(before + 2), 15_000)
    await eventually(async () => {
      expect(await product.deps.db.selectFrom('outbox_event').select('job_name').execute()).toEqual([])
    }, 15_000)
    expect(mailsTo(email)).toBe(before + 2)
    expect(mailsTo(unknown)).toBe(0)
  })

  test('from very many networks at once has ten checked, and the right one gives no access', async () => {
    const { email } = await newVendor(product)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => signInFrom(stranger(100 + i), email, i === 45 ? PASSWORD : WRONG)),
    )
    // a right one among the very first is accepted, as always; each refused one counts
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
    expect(answers.filter(({ status }) => status === 401).length + answers.filter(isChallenge).length).toBeGreaterThan(
      58,
    )
    await product.advance(3_600)
    const later = await Promise.all(
      Array.from({ length: 20 }, (_, i) => signInFrom(stranger(200 + i), email, i === 7 ? PASSWORD : WRONG)),
    )
    expect(later.every(isChallenge)).toBe(true)
  })

  test('is refused with the right password after the tenth wrong one, however close together they arrive', async () => {
    const { email } = await newVendor(product)
    for (let i = 0; i < 9; i++) await signInFrom(AWAY, email, WRONG)
    // Both are past the first check of the limit before either is counted.
    const sent: ReturnType<typeof signInFrom>[] = []
    await inTransaction(product.deps.db, async (tx) => {
      await sql`select 1 from sign_in_failure for update`.execute(tx)
      for (const password of [WRONG, PASSWORD]) {
        sent.push(signInFrom(AWAY, email, password))
        await eventually(async () => expect(await countWaitingForLocks(product.deps.db)).toBe(sent.length), 15_000)
      }
    })
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([401, 429])
  })

  test('from another network opens no session while the tenth failure is being counted', async () => {
    const { email } = await newVendor(product)
    for (let i = 0; i < 9; i++) await signInFrom(stranger(20 + i), email, WRONG)
    const sent: ReturnType<typeof signInFrom>[] = []
    await inTransaction(product.deps.db, async (tx) => {
      await sql`select 1 from sign_in_failure for update`.execute(tx)
      for (const [ip, password] of [
        [stranger(30), WRONG],
        [AWAY, PASSWORD],
      ] as const) {
        sent.push(signInFrom(ip, email, password))
        await eventually(async () => expect(await countWaitingForLocks(product.deps.db)).toBe(sent.length), 15_000)
      }
    })
    const [tenth, right] = await Promise.all(sent)
    expect(tenth?.status).toBe(401)
    expect(right && isChallenge(right)).toBe(true)
  })

  test('fails with a password that was replaced while it was being checked', async () => {
    const { email, token } = await newVendor(product)
    let late: ReturnType<typeof signInFrom> | undefined
    await signInFrom(HOME, email, WRONG)
    await inTransaction(product.deps.db, async (tx) => {
      await sql`select 1 from sign_in_failure for update`.execute(tx)
      late = signInFrom(AWAY, email)
      await eventually(async () => expect(await countWaitingForLocks(product.deps.db)).toBe(1), 15_000)
      await sql`update account set token_version = token_version + 1, password_hash = 'replaced'
        where id = (select account_id from session order by created_at desc, id desc limit 1)`.execute(tx)
    })
    expect(token).toBeDefined()
    expect((await late)?.status).toBe(401)
  })
})

describe('the code of a challenge', () => {
  test('has five tries, even when they arrive at once, and none is left for a right one after them', async () => {
    const { email } = await underAttack()
    const { token, code } = await challenged(email)
    for (let i = 0; i < 4; i++) expect((await answerChallenge(token, wrong(code))).body.code).toBe('OTP_INVALID')
    await answerChallenge(token, wrong(code))
    const rest = await Promise.all(
      Array.from({ length: 20 }, (_, i) => answerChallenge(token, i === 11 ? code : wrong(code))),
    )
    for (const answer of rest) expect(answer).toMatchObject({ status: 400, body: { code: 'OTP_INVALID' } })
    // the next challenge has its own code and tries
    const next = await challenged(email)
    expect((await answerChallenge(next.token, next.code)).status).toBe(200)
  })

  test('opens one session, however often it is sent at once', async () => {
    const { email } = await underAttack()
    const { token, code } = await challenged(email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => answerChallenge(token, code)))
    expect(answers.filter(isSession)).toHaveLength(1)
  })

  test('is valid for its own challenge only, and not for a forged or expired one', async () => {
    const { email } = await underAttack()
    const [one, two] = [await challenged(email), await challenged(email, stranger(40))]
    if (one.code !== two.code) expect((await answerChallenge(one.token, two.code)).body.code).toBe('OTP_INVALID')
    const forged = [
      '',
      'hc_',
      one.token.slice(0, -1),
      `${one.token}A`,
      one.token.replace(/.(?=.{8}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
      challengeToken(product.deps.signer, '01900000-0000-7000-8000-000000000000'),
    ]
    for (const token of forged) expect((await answerChallenge(token, one.code)).body.code, token).toBe('OTP_INVALID')
    await product.advance(301)
    expect(await answerChallenge(one.token, one.code)).toMatchObject({ status: 400, body: { code: 'OTP_EXPIRED' } })
  })

  test('is invalid once the password was changed', async () => {
    const { email, token: session } = await underAttack()
    const { token, code } = await challenged(email)
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await product.post('/auth/change-password', change, { token: session })).status).toBe(200)
    expect((await answerChallenge(token, code)).body.code).toBe('OTP_INVALID')
  })

  test('is mailed at most ten times an hour; further challenges look the same and have no valid code', async () => {
    const { email, userId } = await underAttack()
    const before = mailsTo(email)
    const answers: Answer[] = []
    for (let i = 0; i < 11; i++) answers.push(await signInFrom(stranger(50 + i), email))
    expect(answers.every(isChallenge)).toBe(true)
    const { signer, db } = product.deps
    const real = await sql`select id from sign_in_challenge where account_id = ${userId}`.execute(db)
    expect(real.rows).toHaveLength(10)
    await eventually(() => expect(mailsTo(email)).toBe(before + 10), 15_000)
    const eleventh = answers.at(-1)?.body.challengeToken
    const wouldBe = codeDigits(signer, readChallengeToken(signer, eleventh) ?? '')
    expect((await answerChallenge(eleventh, wouldBe)).body.code).toBe('OTP_INVALID')
    await product.advance(3_601)
    await challenged(email)
  })
})
