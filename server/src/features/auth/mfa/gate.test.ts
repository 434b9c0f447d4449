import { beforeAll, describe, expect, test } from 'vitest'
import { isSession, secondFactorsOf } from '../../../../tests/support/auth/second-factors.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { newOperator } from '../../../../tests/support/operators.ts'
import {
  apiKeyOf,
  newEmail,
  newMember,
  newVendor,
  PASSWORD,
  startProduct,
  type TestProduct,
} from '../../../../tests/support/product.ts'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { invitationToken } from '../../team/invitation-token.ts'
import { replaceInvitation } from '../../team/sql.ts'
import { hashEmail, sealEmail } from '../accounts/email-identity.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ env: { OPERATOR_MFA_REQUIRED: 'true' } })
})

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

test('a session of more than fifteen minutes confirms the password before it changes factors', async () => {
  const { token, refreshToken } = await newVendor(product)
  await product.advance(890)
  for (const path of ['/auth/mfa/totp', '/auth/passkeys/options']) expect((await call(path, token)).status).toBe(200)
  await product.advance(60)
  const { body: refreshed } = await product.post('/auth/refresh', { refreshToken })
  const later = refreshed.accessToken
  for (const path of ['/auth/mfa/totp', '/auth/passkeys/options', '/auth/mfa/recovery-codes'])
    expect(await call(path, later)).toMatchObject({ status: 403, body: { code: 'PASSWORD_CONFIRMATION_REQUIRED' } })
  expect((await product.del(`/auth/passkeys/${newId<'passkey'>()}`, { token: later })).status).toBe(403)
  const confirm = (password: string) => call('/auth/confirm-password', later, { password })
  expect(await confirm('not this one')).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } })
  expect((await call('/auth/mfa/totp', later)).status).toBe(403)
  expect((await confirm(PASSWORD)).status).toBe(204)
  expect((await call('/auth/mfa/totp', later)).status).toBe(200)
  await product.advance(901)
  expect((await call('/auth/mfa/totp', later)).status).toBe(401)
  const last = (await product.post('/auth/refresh', { refreshToken: refreshed.refreshToken })).body.accessToken
  expect((await call('/auth/mfa/totp', last)).status).toBe(403)
  for (let i = 0; i < 10; i++) await call('/auth/confirm-password', last, { password: 'not this one' })
  expect((await call('/auth/confirm-password', last, { password: PASSWORD })).status).toBe(429)
})

describe('a company that requires two-factor', () => {
  const require = (token: string, mfaRequired: boolean) => product.patch('/vendor/me', { mfaRequired }, { token })
  const gated = {
    status: 403,
    body: { code: 'MFA_REQUIRED', detail: expect.stringContaining('Set up an authenticator app') },
  }

  test('lets members without it do nothing but set it up, in open sessions too; API keys work as before', async () => {
    const admin = await protectedVendor()
    const member = await newMember(product, admin.token)
    const key = await apiKeyOf(product, admin.vendorId as VendorId)
    const session = (await login(member.email)).body
    expect(await statusOf(session.accessToken)).toBe(200)
    expect((await require(member.token, true)).status).toBe(403)
    expect(await require(admin.token, true)).toMatchObject({ status: 200, body: { mfaRequired: true } })
    expect((await auditOf(admin.vendorId)).at(-1)).toEqual(['MFA_REQUIRED_FOR_TEAM', null, admin.userId])
    expect((await require(admin.token, true)).status).toBe(200)
    expect((await auditOf(admin.vendorId)).filter(([action]) => action === 'MFA_REQUIRED_FOR_TEAM')).toHaveLength(1)

    await eventually(async () => expect(await statusOf(session.accessToken)).toBe(403), 15_000)
    for (const path of ['/vendor/me', '/contacts', '/campaigns', '/auth/sessions'])
      expect(await product.get(path, { token: session.accessToken }), path).toMatchObject(gated)
    expect(
      await call('/auth/change-password', session.accessToken, {
        currentPassword: PASSWORD,
        newPassword: NEW_PASSWORD,
      }),
    ).toMatchObject(gated)
    expect(await statusOf(admin.token)).toBe(200)
    expect(await statusOf(key)).toBe(200)

    const again = await login(member.email)
    expect(again).toMatchObject({ status: 200, body: { user: { mfaSetupRequired: true } } })
    expect(await product.get('/auth/mfa', { token: again.body.accessToken })).toMatchObject({
      body: { totp: false, required: true },
    })
    expect((await product.post('/auth/logout', { refreshToken: again.body.refreshToken })).status).toBe(204)
    const refreshed = await product.post('/auth/refresh', { refreshToken: session.refreshToken })
    expect(refreshed).toMatchObject({ status: 200, body: { user: { mfaSetupRequired: true } } })
    const { token } = { token: refreshed.body.accessToken }
    const { app } = await withApp(token)
    expect(await statusOf(token)).toBe(200)
    expect(
      (await product.post('/auth/refresh', { refreshToken: refreshed.body.refreshToken })).body.user.mfaSetupRequired,
    ).toBe(false)

    const remove = { password: PASSWORD, code: app.code() }
    expect((await product.call('DELETE', '/auth/mfa/totp', remove, { token })).status).toBe(204)
    expect(await product.get('/auth/sessions', { token })).toMatchObject(gated)
    expect(await require(admin.token, false)).toMatchObject({ body: { mfaRequired: false } })
    expect(await statusOf(token)).toBe(200)
  })

  test('requires it of its administrators and of people who accept an invitation', async () => {
    const admin = await newVendor(product)
    expect((await require(admin.token, true)).status).toBe(200)
    expect(await require(admin.token, false)).toMatchObject(gated)
    const [email, id] = [newEmail(), newId<'invitation'>()]
    const vendorId = admin.vendorId as VendorId
    const now = product.deps.clock.now()
    await inTransaction(product.deps.db, async (tx) => {
      const emailCipher = await sealEmail(product.deps, tx, email)
      const invitation = { id, emailHash: hashEmail(product.deps, email), emailCipher, role: 'MEMBER' as const }
      const expiresAt = new Date(now.getTime() + 60_000)
      await replaceInvitation(tx, vendorId, {
        ...invitation,
        invitedBy: admin.userId as AccountId,
        expiresAt,
        createdAt: now,
      })
    })
    const token = invitationToken(product.deps.signer, vendorId, id)
    const accepted = await product.post('/auth/accept-invite', { token, password: PASSWORD })
    expect(accepted).toMatchObject({ status: 200, body: { user: { email, mfaSetupRequired: true } } })
    expect(await product.get('/vendor/me', { token: accepted.body.accessToken })).toMatchObject(gated)
    await withApp(accepted.body.accessToken)
    expect(await statusOf(accepted.body.accessToken)).toBe(200)
  })

  test('has administrators who reset the factors of a member who lost them, and of nobody else', async () => {
    const admin = await protectedVendor()
    const member = await newMember(product, admin.token)
    const { app } = await withApp(member.token)
    const reset = (id: string, token: string) => product.del(`/vendor/users/${id}/mfa`, { token })
    const team = async () =>
      (await product.get('/vendor/users', { token: admin.token })).body.data.map(
        ({ mfaEnabled }: { mfaEnabled: boolean }) => mfaEnabled,
      )
    expect(await team()).toEqual([true, true])
    const other = await newVendor(product)
    expect((await reset(member.userId, other.token)).status).toBe(404)
    expect((await reset(admin.userId, member.token)).status).toBe(403)
    expect(await reset(admin.userId, admin.token)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const pending = await challengeFor(member.email)
    expect((await reset(member.userId, admin.token)).status).toBe(204)
    expect(await team()).toEqual([true, false])
    expect((await answer(pending, { code: app.code() })).body.code).toBe('OTP_INVALID')
    await eventually(async () => expect(await statusOf(member.token)).toBe(401), 15_000)
    expect(isSession(await login(member.email))).toBe(true)
    await eventually(
      () => expect(subjectsTo(member.email)).toContain('Your two-factor authentication was reset'),
      15_000,
    )
    expect((await auditOf(member.userId)).at(-1)).toEqual(['MFA_RESET', null, admin.userId])
  })
})

describe('operators', () => {
  test('can do nothing but set up a second factor where it is required', async () => {
    const operator = await newOperator(product)
    for (const path of ['/admin/vendors', '/admin/nothing', '/auth/sessions'])
      expect(await product.get(path, { token: operator.token }), path).toMatchObject({
        status: 403,
        body: { code: 'MFA_REQUIRED' },
      })
    expect(await login(operator.email)).toMatchObject({ body: { user: { mfaSetupRequired: true } } })
    await withApp(operator.token)
    expect((await product.get('/admin/vendors', { token: operator.token })).status).toBe(200)
    expect(await auditOf(operator.id)).toEqual([['MFA_TOTP_ENABLED', operator.id, operator.id]])
  })

  test('reset the factors of another operator and of a user, by address and with a reason', async () => {
    const [anna, bilal, vendor] = [await protectedOperator(), await protectedOperator(), await protectedVendor()]
    const reset = (email: string, token = anna.token) =>
      product.post('/admin/mfa/reset', { email, reason: 'called back' }, { token })
    expect(await reset(anna.email)).toMatchObject({ status: 403, body: { code: 'SAME_OPERATOR' } })
    expect((await reset(newEmail())).status).toBe(404)
    expect((await reset(bilal.email, vendor.token)).status).toBe(403)
    expect((await product.post('/admin/mfa/reset', { email: bilal.email }, { token: anna.token })).status).toBe(400)
    for (const [email, id] of [
      [bilal.email, bilal.id],
      [vendor.email, vendor.userId],
    ] as const) {
      expect((await reset(email.toUpperCase())).status).toBe(204)
      expect(isSession(await login(email))).toBe(true)
      expect((await auditOf(id)).at(-1)).toEqual(['MFA_RESET', anna.id, anna.id])
    }
    expect((await product.get('/admin/vendors', { token: bilal.token })).status).toBe(401)
  })
})
