import { beforeAll, describe, expect, test } from 'vitest'
import { newPasskeyDevice, type PasskeyDevice } from '../../../../tests/support/auth/passkey-device.ts'
import { isSession, secondFactorsOf } from '../../../../tests/support/auth/second-factors.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { newOperator } from '../../../../tests/support/operators.ts'
import { newMember, newVendor, PASSWORD, startProduct, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const { call, login, answer, protectedVendor, subjectsTo, auditOf, statusOf } = secondFactorsOf(() => product)

/** Adds a passkey as a browser does. */
async function add(token: string, name?: string, device = newPasskeyDevice()) {
  const { body: options } = await call('/auth/passkeys/options', token)
  const added = await call('/auth/passkeys', token, { passkey: device.create(options), ...(name && { name }) })
  return { device, added }
}

/** Signs in with nothing but a passkey. */
async function signInWith(device: PasskeyDevice, spoiled: Parameters<PasskeyDevice['get']>[1] = {}) {
  const { body: options } = await product.post('/auth/passkeys/sign-in/options')
  return product.post('/auth/passkeys/sign-in', { passkey: device.get(options, spoiled) })
}

const refused = { status: 400, body: { code: 'PASSKEY_INVALID' } }
const list = async (token: string) => (await product.get('/auth/passkeys', { token })).body.data

describe('a passkey', () => {
  test('is created for this site and this user, discoverable and with user verification', async () => {
    const { email, token } = await newVendor(product)
    const { device } = await add(token)
    const { body } = await call('/auth/passkeys/options', token)
    expect(body).toMatchObject({
      rp: { id: 'product.test', name: 'Harkara' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    })
    expect((await product.post('/auth/passkeys/sign-in/options')).body).toMatchObject({
      rpId: 'product.test',
      userVerification: 'required',
    })
  })

  test('signs in alone, and says when it was used', async () => {
    const { email, token, userId } = await newVendor(product)
    const before = (await login(email)).body.refreshToken
    const { device, added } = await add(token, 'Work laptop')
    expect(added).toMatchObject({ status: 201, body: { name: 'Work laptop', lastUsedAt: null } })
    expect(added.body.recoveryCodes).toHaveLength(10)
    expect((await product.post('/auth/refresh', { refreshToken: before })).status).toBe(401)
    const session = await signInWith(device)
    expect(session).toMatchObject({ status: 200, body: { user: { id: userId, email } } })
    expect(await statusOf(session.body.accessToken)).toBe(200)
    const [shown] = await list(token)
    expect(shown).toMatchObject({ id: added.body.id, name: 'Work laptop', lastUsedAt: expect.any(String) })
    expect((await product.get(`/auth/passkeys/${shown.id}`, { token })).body).toEqual(shown)
    await eventually(() => expect(subjectsTo(email)).toEqual(['A passkey was added to your account']), 15_000)
    expect(await auditOf(userId)).toEqual([['MFA_PASSKEY_ADDED', null, userId]])
  })

  test('completes a sign-in with the password, as do recovery codes', async () => {
    const { email, token } = await newVendor(product)
    const { device, added } = await add(token)
    const challenge = (await login(email)).body
    expect(challenge).toMatchObject({
      challenge: 'PASSKEY',
      methods: ['PASSKEY', 'RECOVERY_CODE'],
      passkeyOptions: { allowCredentials: [{ id: device.id }], userVerification: 'required' },
    })
    const { challengeToken, passkeyOptions } = challenge
    // a challenge of another ceremony, a stranger's passkey, and a second use are refused
    const { body: foreign } = await product.post('/auth/passkeys/sign-in/options')
    expect(await answer(challengeToken, { passkey: device.get(foreign) })).toMatchObject(refused)
    expect(await answer(challengeToken, { passkey: newPasskeyDevice().get(passkeyOptions) })).toMatchObject(refused)
    expect((await answer(challengeToken, { code: '123456' })).body.code).toBe('OTP_INVALID')
    const passkey = device.get(passkeyOptions)
    const answers = await Promise.all(Array.from({ length: 4 }, () => answer(challengeToken, { passkey })))
    expect(answers.filter(isSession)).toHaveLength(1)
    const next = (await login(email)).body
    expect(isSession(await answer(next.challengeToken, { recoveryCode: added.body.recoveryCodes[0] }))).toBe(true)
  })

  test('gives no recovery codes beside an app, and is preferred to it', async () => {
    const { email, token, app } = await protectedVendor()
    const { added } = await add(token)
    expect(added.body.recoveryCodes).toBeNull()
    const challenge = (await login(email)).body
    expect(challenge).toMatchObject({ challenge: 'PASSKEY', methods: ['PASSKEY', 'TOTP', 'RECOVERY_CODE'] })
    expect(isSession(await answer(challenge.challengeToken, { code: app.code() }))).toBe(true)
  })

  test.each([
    ['of another site', { origin: 'https://product.test.evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['without user verification', { isUserVerified: false }],
  ])('%s is refused, when it is added and when it is used', async (_, spoiled) => {
    const { token } = await newVendor(product)
    const { body: options } = await call('/auth/passkeys/options', token)
    const passkey = newPasskeyDevice().create(options, spoiled)
    expect(await call('/auth/passkeys', token, { passkey })).toMatchObject(refused)
    const { device } = await add(token)
    expect(await signInWith(device, spoiled)).toMatchObject(refused)
    expect(await list(token)).toMatchObject([{ lastUsedAt: null }])
  })

  test('is refused when it was copied, belongs to another user, or its challenge was used or has expired', async () => {
    const { token } = await newVendor(product)
    const { device } = await add(token)
    expect(isSession(await signInWith(device, { signCount: 7 }))).toBe(true)
    for (const signCount of [7, 3, 0]) expect(await signInWith(device, { signCount })).toMatchObject(refused)
    const userHandle = Buffer.alloc(16).toString('base64url')
    expect(await signInWith(device, { signCount: 8, userHandle })).toMatchObject(refused)
    expect(await signInWith(newPasskeyDevice())).toMatchObject(refused)

    const synced = (await add(token)).device // of the kind that does not count
    const { body: options } = await product.post('/auth/passkeys/sign-in/options')
    const use = () => product.post('/auth/passkeys/sign-in', { passkey: synced.get(options) })
    const answers = await Promise.all([use(), use(), use()])
    expect(answers.filter(isSession)).toHaveLength(1)
    expect(await use()).toMatchObject(refused)
    const late = (await product.post('/auth/passkeys/sign-in/options')).body
    await product.advance(301)
    expect(await product.post('/auth/passkeys/sign-in', { passkey: synced.get(late) })).toMatchObject(refused)
    for (const challenge of ['', 'AAAA', late.challenge.slice(0, -4)])
      expect(await product.post('/auth/passkeys/sign-in', { passkey: synced.get({ challenge }) })).toMatchObject(
        refused,
      )
  })

  test('is added by the session that asked for it, once, and to one account', async () => {
    const [one, other] = [await newVendor(product), await newVendor(product)]
    const device = newPasskeyDevice()
    const { body: options } = await call('/auth/passkeys/options', one.token)
    const passkey = device.create(options)
    expect(await call('/auth/passkeys', other.token, { passkey })).toMatchObject(refused)
    const { body: forSignIn } = await product.post('/auth/passkeys/sign-in/options')
    expect(await call('/auth/passkeys', one.token, { passkey: device.create(forSignIn) })).toMatchObject(refused)
    const added = await Promise.all([1, 2, 3].map(() => call('/auth/passkeys', one.token, { passkey })))
    expect(added.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect((await add(other.token, undefined, device)).added.body.code).toBe('ALREADY_EXISTS')
    expect(await list(other.token)).toEqual([])
  })

  test('is removed by its owner alone, which ends the other sessions and its use', async () => {
    const { email, token, userId } = await newVendor(product)
    const { device, added } = await add(token)
    const other = await newVendor(product)
    const path = `/auth/passkeys/${added.body.id}`
    expect((await product.del(path, { token: other.token })).status).toBe(404)
    expect((await product.get(path, { token: other.token })).status).toBe(404)
    const elsewhere = await signInWith(device)
    expect((await product.del(path, { token })).status).toBe(204)
    expect((await product.del(path, { token })).status).toBe(404)
    expect((await product.post('/auth/refresh', { refreshToken: elsewhere.body.refreshToken })).status).toBe(401)
    expect(await signInWith(device)).toMatchObject(refused)
    expect(isSession(await login(email))).toBe(true)
    expect((await product.get('/auth/mfa', { token })).body).toMatchObject({ passkeys: 0, recoveryCodesLeft: 0 })
    await eventually(() => expect(subjectsTo(email)).toContain('A passkey was removed from your account'), 15_000)
    expect((await auditOf(userId)).at(-1)).toEqual(['MFA_PASSKEY_REMOVED', null, userId])
  })
})

test('a passkey needs no mailed code while strangers guess passwords', async () => {
  const { email, token } = await newVendor(product)
  const { device } = await add(token)
  for (let i = 0; i < 10; i++)
    await product.post('/auth/login', { email, password: 'not this one' }, { ip: '203.0.113.9' })
  const away = { ip: '198.51.100.7' }
  const challenged = await product.post('/auth/login', { email, password: PASSWORD }, away)
  expect(challenged.body).toEqual({ challenge: 'EMAIL_CODE', challengeToken: expect.any(String) })
  const { body: options } = await product.post('/auth/passkeys/sign-in/options', undefined, away)
  expect(isSession(await product.post('/auth/passkeys/sign-in', { passkey: device.get(options) }, away))).toBe(true)
})

test('passkeys of a removed member and of a disabled operator are refused', async () => {
  const admin = await newVendor(product)
  const member = await newMember(product, admin.token)
  const { device } = await add(member.token)
  expect(isSession(await signInWith(device))).toBe(true)
  await product.del(`/vendor/users/${member.userId}`, { token: admin.token })
  expect(await signInWith(device)).toMatchObject(refused)

  const [anna, bilal] = [await newOperator(product), await newOperator(product)]
  const key = (await add(bilal.token)).device
  expect(isSession(await signInWith(key))).toBe(true)
  const disable = (disabled: boolean) =>
    product.patch(`/admin/operators/${bilal.id}`, { disabled }, { token: anna.token })
  await disable(true)
  expect(await signInWith(key)).toMatchObject(refused)
  await disable(false)
  expect(isSession(await signInWith(key))).toBe(true)
})
