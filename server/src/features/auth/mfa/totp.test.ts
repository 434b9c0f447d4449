import { beforeAll, describe, expect, test } from 'vitest'
import { type AuthenticatorApp, authenticatorApp, wrongCode } from '../../../../tests/support/auth/authenticator-app.ts'
import { isSession, secondFactorsOf } from '../../../../tests/support/auth/second-factors.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  codeFor,
  newMember,
  newVendor,
  PASSWORD,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'
import type { AccountId } from '../../../domain/ids.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const AWAY = '198.51.100.7'
const stranger = (n: number) => `203.0.113.${n + 1}`
const NEW_PASSWORD = 'eight louder rivers'
const {
  call,
  login,
  answer,
  challengeFor,
  withApp,
  protectedVendor,
  protectedOperator,
  statusOf,
  subjectsTo,
  auditOf,
} = secondFactorsOf(() => product)

describe('an authenticator app', () => {
  test('completes every sign-in with the password, once it was confirmed with a code', async () => {
    const { email, token, userId } = await newVendor(product)
    const started = await call('/auth/mfa/totp', token)
    expect(started.body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauthUrl: expect.stringContaining(`otpauth://totp/Harkara:${encodeURIComponent(email)}?secret=`),
    })
    expect(isSession(await login(email))).toBe(true)
    const replaced = await call('/auth/mfa/totp', token)
    expect(replaced.body.secret).not.toBe(started.body.secret)
    const [first, app] = [started, replaced].map(({ body }) => authenticatorApp(body.secret, product.deps.clock))
    for (const code of [first?.code(), wrongCode(app as AuthenticatorApp)])
      expect(await call('/auth/mfa/totp/confirm', token, { code })).toMatchObject({
        status: 400,
        body: { code: 'OTP_INVALID' },
      })
    const confirmed = await call('/auth/mfa/totp/confirm', token, { code: app?.code() })
    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    for (const code of confirmed.body.recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect((await call('/auth/mfa/totp', token)).body.code).toBe('ALREADY_EXISTS')
    expect((await call('/auth/mfa/totp/confirm', token, { code: app?.code(1) })).body.code).toBe('INVALID_STATE')

    expect((await login(email, 'not this one')).body.code).toBe('INVALID_CREDENTIALS')
    const signIn = await login(email)
    expect(signIn.body).toEqual({
      challenge: 'TOTP',
      challengeToken: expect.stringMatching(/^hc_/),
      methods: ['TOTP', 'RECOVERY_CODE'],
    })
    const session = await answer(signIn.body.challengeToken, { code: app?.code(1) })
    expect(session).toMatchObject({ status: 200, body: { user: { id: userId, mfaSetupRequired: false } } })
    expect(await statusOf(session.body.accessToken)).toBe(200)
    expect((await product.get('/auth/mfa', { token: session.body.accessToken })).body).toEqual({
      totp: true,
      passkeys: 0,
      recoveryCodesLeft: 10,
      required: false,
    })
    await eventually(() => expect(subjectsTo(email)).toEqual(['Two-factor authentication was turned on']), 15_000)
    expect(await auditOf(userId)).toEqual([['MFA_TOTP_ENABLED', null, userId]])
  })

  test('has a secret that is encrypted, and recovery codes of which only hashes are stored', async () => {
    const { userId, token } = await newVendor(product)
    const { body } = await call('/auth/mfa/totp', token)
    const app = authenticatorApp(body.secret, product.deps.clock)
    const { recoveryCodes } = (await call('/auth/mfa/totp/confirm', token, { code: app.code() })).body
    const of = (table: 'totp_factor' | 'recovery_code') =>
      product.deps.db
        .selectFrom(table)
        .selectAll()
        .where('account_id', '=', userId as AccountId)
        .execute()
    const stored = JSON.stringify([await of('totp_factor'), await of('recovery_code')], (_, value) =>
      typeof value === 'bigint'
        ? String(value)
        : value?.type === 'Buffer'
          ? Buffer.from(value.data).toString('latin1')
          : value,
    )
    for (const secret of [body.secret, ...recoveryCodes]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(secret.replaceAll('-', ''))
    }
    expect(product.logLines.join('')).not.toContain(body.secret)
  })

  test('shows codes that work one step early or late, and each of them once', async () => {
    const { email, app } = await protectedVendor()
    await product.advance(60)
    const code = app.code(-2)
    expect((await answer(await challengeFor(email), { code })).body.code).toBe('OTP_INVALID')
    for (const shift of [-1, 1])
      expect(isSession(await answer(await challengeFor(email), { code: app.code(shift) }))).toBe(true)
    for (const shift of [-1, 0, 1])
      expect((await answer(await challengeFor(email), { code: app.code(shift) })).body.code).toBe('OTP_INVALID')
  })

  test('shows a code that one of many concurrent sign-ins can use', async () => {
    const { email, app } = await protectedVendor()
    const challenges = await Promise.all(Array.from({ length: 8 }, () => challengeFor(email)))
    const answers = await Promise.all(challenges.map((token) => answer(token, { code: app.code() })))
    expect(answers.filter(isSession)).toHaveLength(1)
  })

  test('is removed with the password and a code, which ends the other sessions and tells the owner', async () => {
    const { email, token, userId, app, recoveryCodes } = await protectedVendor()
    const elsewhere = await answer(await challengeFor(email), { code: app.code() })
    await product.advance(30)
    const remove = (body: object) => product.call('DELETE', '/auth/mfa/totp', body, { token })
    expect(await remove({ password: 'not this one', code: app.code() })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'password' }] },
    })
    expect((await remove({ password: PASSWORD, code: wrongCode(app) })).body.code).toBe('OTP_INVALID')
    expect((await remove({ password: PASSWORD, recoveryCode: 'zzzz-zzzz-zzzz-zzzz' })).body.code).toBe(
      'RECOVERY_CODE_INVALID',
    )
    for (const wrong of [
      { code: app.code() },
      { password: PASSWORD },
      { password: PASSWORD, code: app.code(), recoveryCode: recoveryCodes[0] },
    ])
      expect((await remove(wrong)).status).toBe(400)
    expect((await remove({ password: PASSWORD, code: app.code() })).status).toBe(204)
    expect((await remove({ password: PASSWORD, code: app.code(1) })).status).toBe(404)
    expect((await product.post('/auth/refresh', { refreshToken: elsewhere.body.refreshToken })).status).toBe(401)
    expect(await statusOf(token)).toBe(200)
    expect(isSession(await login(email))).toBe(true)
    expect((await product.get('/auth/mfa', { token })).body).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
    await eventually(() => expect(subjectsTo(email)).toContain('Your authenticator app was removed'), 15_000)
    expect((await auditOf(userId)).at(-1)).toEqual(['MFA_TOTP_REMOVED', null, userId])
  })

  test('ends the sessions that were opened without it, also one opened at that moment', async () => {
    for (let round = 0; round < 4; round++) {
      const { email, token } = await newVendor(product)
      const before = (await login(email)).body
      const { body } = await call('/auth/mfa/totp', token)
      const code = authenticatorApp(body.secret, product.deps.clock).code()
      const signIns = [login(email), login(email)]
      const confirmed = call('/auth/mfa/totp/confirm', token, { code })
      signIns.push(login(email), login(email))
      expect((await confirmed).status).toBe(200)
      for (const { body: other } of [{ body: before }, ...(await Promise.all(signIns))])
        if (other.refreshToken)
          expect((await product.post('/auth/refresh', { refreshToken: other.refreshToken })).status).toBe(401)
      expect(await statusOf(token)).toBe(200)
    }
  })
})

describe('a second step', () => {
  test('ends after five wrong codes and after five minutes', async () => {
    const { email, app } = await protectedVendor()
    const token = await challengeFor(email)
    for (let i = 0; i < 5; i++) expect((await answer(token, { code: wrongCode(app) })).body.code).toBe('OTP_INVALID')
    expect((await answer(token, { code: app.code() })).body.code).toBe('OTP_EXPIRED')
    const late = await challengeFor(email)
    await product.advance(301)
    expect((await answer(late, { code: app.code() })).body.code).toBe('OTP_EXPIRED')
    const used = await challengeFor(email)
    expect(isSession(await answer(used, { code: app.code() }))).toBe(true)
    expect((await answer(used, { code: app.code(1) })).body.code).toBe('OTP_EXPIRED')
    for (const body of [{}, { code: app.code(), recoveryCode: 'x' }, { otp: app.code() }])
      expect((await answer(used, body)).status).toBe(400)
  })

  test('is not passed by a new password, and a challenge from before it is void', async () => {
    const { email, app } = await protectedVendor()
    const before = await challengeFor(email)
    const mails = product.mailbox.to(email).length
    await product.post('/auth/forgot-password', { email })
    const otp = await codeFor(product, email, mails)
    expect((await product.post('/auth/reset-password', { email, otp, newPassword: NEW_PASSWORD })).status).toBe(200)
    expect((await answer(before, { code: app.code() })).body.code).toBe('OTP_EXPIRED')
    expect(isSession(await answer(await challengeFor(email, NEW_PASSWORD), { code: app.code() }))).toBe(true)
  })

  test('that strangers fail makes new devices need the mailed code first, and then the second factor', async () => {
    const { email, app, recoveryCodes } = await protectedVendor()
    expect(isSession(await answer(await challengeFor(email), { code: app.code() }))).toBe(true)
    await product.advance(30)
    for (let i = 0; i < 2; i++) {
      const token = await challengeFor(email, PASSWORD, stranger(i))
      for (let n = 0; n < 5; n++) await answer(token, { code: wrongCode(app) }, stranger(i))
    }
    // the owner's own network continues as before
    expect(isSession(await answer(await challengeFor(email), { code: app.code() }))).toBe(true)
    await product.advance(30)
    const mails = product.mailbox.to(email).length
    const mailed = (await login(email, PASSWORD, AWAY)).body
    expect(mailed).toEqual({ challenge: 'EMAIL_CODE', challengeToken: expect.any(String) })
    const emailCode = await codeFor(product, email, mails)
    for (const wrong of [
      { recoveryCode: recoveryCodes[0] },
      { code: app.code() === emailCode ? '000000' : app.code() },
    ])
      expect((await answer(mailed.challengeToken, wrong, AWAY)).body.code).toBe('OTP_INVALID')
    const next = (await answer(mailed.challengeToken, { code: emailCode }, AWAY)).body
    expect(next).toMatchObject({ challenge: 'TOTP', methods: ['TOTP', 'RECOVERY_CODE'] })
    expect(next).not.toHaveProperty('accessToken')
    expect((await answer(mailed.challengeToken, { code: emailCode }, AWAY)).body.code).toBe('OTP_INVALID')
    expect(isSession(await answer(next.challengeToken, { code: app.code() }, AWAY))).toBe(true)
  })

  test('of one network gets fifteen guesses an hour, however many challenges it opens; recovery codes still work', async () => {
    const { email, app, recoveryCodes } = await protectedVendor()
    const challenges = []
    for (let i = 0; i < 5; i++) challenges.push(await challengeFor(email, PASSWORD, stranger(20)))
    const statuses = []
    for (const token of challenges)
      for (let n = 0; n < 4; n++) {
        statuses.push((await answer(token, { code: wrongCode(app) }, stranger(20))).status)
      }
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(15)
    expect(statuses).toContain(429)
    const [last = ''] = challenges
    expect((await answer(last, { code: app.code() }, stranger(20))).status).toBe(429)
    expect(isSession(await answer(last, { recoveryCode: recoveryCodes[3] }))).toBe(true)
  })

  test('is passed by a recovery code once, by one of many at the same moment, and the owner is notified', async () => {
    const { email, userId, recoveryCodes } = await protectedVendor()
    const [typed = '', second = ''] = recoveryCodes
    const challenges = await Promise.all(Array.from({ length: 6 }, () => challengeFor(email)))
    const answers = await Promise.all(challenges.map((token) => answer(token, { recoveryCode: typed.toUpperCase() })))
    expect(answers.filter(isSession)).toHaveLength(1)
    expect(answers.find((one) => !isSession(one))?.body.code).toBe('RECOVERY_CODE_INVALID')
    expect(
      isSession(await answer(await challengeFor(email), { recoveryCode: ` ${second.replaceAll('-', ' ')}` })),
    ).toBe(true)
    await eventually(() => expect(subjectsTo(email)).toContain('A recovery code was used to sign in'), 15_000)
    expect((await auditOf(userId)).filter(([action]) => action === 'MFA_RECOVERY_CODE_USED')).toHaveLength(2)
  })

  test('accepts new recovery codes and no longer the old ones', async () => {
    const { email, token, recoveryCodes } = await protectedVendor()
    const fresh = (await call('/auth/mfa/recovery-codes', token)).body.recoveryCodes
    expect(fresh).toHaveLength(10)
    const challenge = await challengeFor(email)
    expect((await answer(challenge, { recoveryCode: recoveryCodes[0] })).body.code).toBe('RECOVERY_CODE_INVALID')
    expect(isSession(await answer(challenge, { recoveryCode: fresh[0] }))).toBe(true)
    const without = await newVendor(product)
    expect((await call('/auth/mfa/recovery-codes', without.token)).body.code).toBe('INVALID_STATE')
  })

  test('is void when the person has left the team or the operator was disabled', async () => {
    const admin = await newVendor(product)
    const member = await newMember(product, admin.token)
    const { app } = await withApp(member.token)
    const token = await challengeFor(member.email)
    expect((await product.del(`/vendor/users/${member.userId}`, { token: admin.token })).status).toBe(204)
    expect((await answer(token, { code: app.code() })).status).toBe(400)

    const [anna, bilal] = [await protectedOperator(), await protectedOperator()]
    const pending = await challengeFor(bilal.email)
    await product.patch(`/admin/operators/${bilal.id}`, { disabled: true }, { token: anna.token })
    expect((await answer(pending, { code: bilal.app.code() })).body.code).toBe('OTP_EXPIRED')
    expect((await login(bilal.email)).body.code).toBe('INVALID_CREDENTIALS')
  })
})
