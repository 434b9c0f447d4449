import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember, newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { SANDBOX_SECRETS } from '../../../platform/config/config.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
})

const me = (token: string) => product.get('/vendor/me', { token })
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

function jwt(header: object, claims: object, secret: string = SANDBOX_SECRETS.JWT_SECRET, hash = 'sha256') {
  const body = `${encode(header)}.${encode(claims)}`
  return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`
}

describe('access tokens', () => {
  test('a correctly signed token is accepted, so the forgeries below fail for the right reason', async () => {
    const [header, claims] = vendor.token.split('.')
    expect((await me(jwt(decode(header), decode(claims)))).status).toBe(200)
  })

  test('forged, altered or foreign ones are refused, all with the same answer', async () => {
    const [headerPart, claimsPart, signature] = vendor.token.split('.')
    const [header, claims] = [decode(headerPart), decode(claimsPart)]
    const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
    const forged = [
      '',
      'x',
      '..',
      'a.b.c',
      `${headerPart}.${claimsPart}.`,
      `${headerPart}.${claimsPart}`,
      `${headerPart}.${claimsPart}.${signature?.slice(0, -2)}`,
      `${headerPart}.${encode({ ...claims, role: 'ADMIN', vendorId: null })}.${signature}`,
      ...['none', 'None', 'NONE', 'nOnE', ''].map((alg) => `${encode({ ...header, alg })}.${claimsPart}.`),
      ...['none', 'HS384', 'HS512', 'RS256', 'ES256', 'PS256', 'EdDSA'].map((alg) => jwt({ ...header, alg }, claims)),
      jwt({ ...header, alg: 'HS512' }, claims, SANDBOX_SECRETS.JWT_SECRET, 'sha512'),
      jwt({ ...header, alg: 'HS384' }, claims, SANDBOX_SECRETS.JWT_SECRET, 'sha384'),
      ...['', 'secret', 'harkara', SANDBOX_SECRETS.JWT_SECRET.toUpperCase(), `${SANDBOX_SECRETS.JWT_SECRET}x`].map(
        (key) => jwt(header, claims, key),
      ),
      ...['JWT', 'jwt', 'rt+jwt', undefined, 1].map((typ) => jwt({ ...header, typ }, claims)),
      ...['sub', 'vendorId', 'role', 'sid', 'ver', 'iat', 'exp', 'iss', 'aud'].map((name) =>
        jwt(header, without(name)),
      ),
      ...['other', '', 'harkara-api '].map((aud) => jwt(header, { ...claims, aud })),
      ...['other', ''].map((iss) => jwt(header, { ...claims, iss })),
      ...[0, 1, claims.iat - 1, -1, 'tomorrow', null].map((exp) => jwt(header, { ...claims, exp })),
      ...[0, 2, -1, '1', null].map((ver) => jwt(header, { ...claims, ver })),
      jwt(header, { ...claims, sub: '01900000-0000-7000-8000-000000000000' }),
      jwt(header, { ...claims, sid: '01900000-0000-7000-8000-000000000000' }),
      jwt({ ...header, kid: '../../dev/null' }, claims, ''),
      jwt({ ...header, jku: 'http://127.0.0.1/keys' }, claims, 'x'),
      jwt({ ...header, jwk: { kty: 'oct', k: 'AAAA' } }, claims, '\0\0\0'),
      vendor.refreshToken,
      `hk_${'A'.repeat(43)}`,
    ]
    expect(forged.length).toBeGreaterThanOrEqual(60)
    for (const token of forged) {
      const answer = await me(token)
      expect(answer, token).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('only the Bearer scheme is accepted, and a missing token is refused', async () => {
    for (const authorization of [
      `bearer${vendor.token}`,
      `Basic ${vendor.token}`,
      vendor.token,
      `Bearer  ${vendor.token}`,
    ])
      expect((await product.get('/vendor/me', { headers: { authorization } })).status).toBe(401)
    expect((await product.get('/vendor/me')).status).toBe(401)
  })

  test('the scheme may be written in any case, for tokens and API keys', async () => {
    const { key } = (await product.post('/vendor/api-keys', { name: 'any case' }, { token: vendor.token })).body
    for (const secret of [vendor.token, key])
      for (const scheme of ['bearer', 'BEARER', 'bEaReR'])
        expect((await product.get('/contacts', { headers: { authorization: `${scheme} ${secret}` } })).status).toBe(200)
  })

  test('a demoted administrator is refused at the next administrator call', async () => {
    const other = await newMember(product, vendor.token, 'ADMIN')
    expect((await product.get('/vendor/users', { token: other.token })).status).toBe(200)
    await product.patch(`/vendor/users/${other.userId}`, { role: 'MEMBER' }, { token: vendor.token })
    expect((await product.get('/vendor/users', { token: other.token })).status).toBe(403)
    expect((await me(other.token)).status).toBe(200)
  })

  test('a user removed from the team loses administrator access at once, and all access within seconds', async () => {
    const other = await newMember(product, vendor.token, 'ADMIN')
    expect((await me(other.token)).status).toBe(200)
    await product.del(`/vendor/users/${other.userId}`, { token: vendor.token })
    expect((await product.get('/vendor/users', { token: other.token })).status).toBe(401)
    expect((await signIn(product, other.email)).status).toBe(401)
    await expect.poll(async () => (await me(other.token)).status, { timeout: 8_000 }).toBe(401)
  })

  test('signing out ends the access token too, within seconds', async () => {
    const { body } = await signIn(product, vendor.email)
    expect((await me(body.accessToken)).status).toBe(200)
    expect((await product.post('/auth/logout', { refreshToken: body.refreshToken })).status).toBe(204)
    await expect.poll(async () => (await me(body.accessToken)).status, { timeout: 8_000 }).toBe(401)
    expect((await me(vendor.token)).status).toBe(200)
  })

  test('a token expires after fifteen minutes of product time', async () => {
    const { body } = await signIn(product, vendor.email)
    await product.advance(890)
    expect((await me(body.accessToken)).status).toBe(200)
    await product.advance(11)
    expect((await me(body.accessToken)).status).toBe(401)
  })
})
