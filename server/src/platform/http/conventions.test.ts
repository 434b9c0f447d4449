import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { newEmail, newVendor, PASSWORD, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { listen, type RawAnswer, type RawRequest } from '../../../tests/support/services/raw-http.ts'

const OWN_ORIGINS = ['https://app.example', 'https://admin.example:8443']

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let port: number
let send: (request: RawRequest) => Promise<RawAnswer>
beforeAll(async () => {
  product = await startProduct({ env: { CORS_ALLOWED_ORIGINS: OWN_ORIGINS.join(',') } })
  vendor = await newVendor(product)
  ;({ port, send } = await listen(product))
})

const bearer = () => ({ authorization: `Bearer ${vendor.token}` })
const post = (path: string, body: string | Buffer, type: string | null = 'application/json') =>
  send({ method: 'POST', path: `/api/v1${path}`, headers: type === null ? {} : { 'content-type': type }, body })
const codeOf = ({ text }: RawAnswer) => JSON.parse(text).code
const LOGIN = JSON.stringify({ email: 'nobody@example.com', password: 'not this one' })

describe('bodies', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/problem+json',
    'application/jsonx',
    'json',
    '*/*',
    '',
    null,
  ])('of the type %j are not understood', async (type) => {
    const answer = await post('/auth/login', LOGIN, type)
    expect([answer.status, codeOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'of the type %j are',
    async (type) => {
      expect(codeOf(await post('/auth/login', LOGIN, type))).toBe('INVALID_CREDENTIALS')
    },
  )

  test('beyond the limit are refused, whether their size is announced or not, and up to it are read', async () => {
    const of = (bytes: number) => JSON.stringify({ email: 'x'.repeat(bytes - 12) })
    expect(Buffer.byteLength(of(1_048_576))).toBe(1_048_576)
    expect(codeOf(await post('/auth/send-otp', of(1_048_576)))).toBe('VALIDATION_FAILED')
    expect(codeOf(await post('/auth/send-otp', of(1_048_577)))).toBe('PAYLOAD_TOO_LARGE')
    const chunked = await speak(
      `POST /api/v1/auth/send-otp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(17)}0\r\n\r\n`,
    )
    expect(chunked).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"PAYLOAD_TOO_LARGE"/)
  })

  test.each([
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}{"b":2}',
    '\u0000',
    'nonsense',
    '[1,2',
    '{"email":"a","email":"b"}',
    '{"__proto__":{}}',
  ])('that are no JSON are told so: %j', async (text) => {
    const answer = await post('/auth/login', text)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'MALFORMED_JSON'])
  })

  test('that are no UTF-8 are refused', async () => {
    const text = Buffer.from('{"email":"asha@example.com","password":"caf\xe9"}', 'latin1')
    expect(codeOf(await post('/auth/login', text))).toBe('MALFORMED_JSON')
    const right = Buffer.from('{"email":"asha@example.com","password":"café 🌺"}')
    expect(codeOf(await post('/auth/login', right))).toBe('INVALID_CREDENTIALS')
  })

  test('are not needed where none is: no body, an empty one and {} are the same, and any field is too much', async () => {
    const made = async () => (await product.post('/vendor/api-keys', { name: 'a' }, { token: vendor.token })).body.id
    const remove = async (body?: string) => {
      const headers = { ...bearer(), ...(body !== undefined && { 'content-type': 'application/json' }) }
      return send({
        method: 'DELETE',
        path: `/api/v1/vendor/api-keys/${await made()}`,
        headers,
        ...(body !== undefined && { body }),
      })
    }
    for (const body of [undefined, '', '{}', 'null']) expect((await remove(body)).status, body ?? 'none').toBe(204)
    for (const body of ['{"vendorId":1}', '[]', '[1]', '"x"', '7'])
      expect(codeOf(await remove(body)), body).toBe('VALIDATION_FAILED')
    const portal = { 'x-client': 'portal', origin: OWN_ORIGINS[0] as string, cookie: 'harkara_refresh=none' }
    for (const body of [undefined, '', '{}'])
      for (const path of ['/api/v1/auth/refresh', '/api/v1/auth/logout']) {
        const headers = { ...portal, ...(body !== undefined && { 'content-type': 'application/json' }) }
        const answer = await send({ method: 'POST', path, headers, ...(body !== undefined && { body }) })
        expect(answer.status, `${path} ${body}`).toBe(path.endsWith('refresh') ? 401 : 204)
      }
  })
})

describe('paths', () => {
  test.each([
    '/',
    '/vendor',
    '/vendor/me/x',
    '/vendor/me%',
    '/%zz',
    '/vendor/users/%E0%A4%A',
    '/Vendor/me',
    '/vendor//me',
    '/..',
  ])('unknown ones are a problem, with the id of the request: %s', async (path) => {
    const answer = await send({ method: 'GET', path: `/api/v1${path}`, headers: bearer() })
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'NOT_FOUND', requestId: answer.headers['x-request-id'] })
  })

  test('/v1 is the same API under another name', async () => {
    const both = (method: string, path: string, headers = bearer()) =>
      Promise.all(['/api/v1', '/v1'].map((prefix) => send({ method, path: prefix + path, headers })))
    const [own, alias] = await both('GET', '/vendor/me')
    expect([alias?.status, alias?.text]).toEqual([200, own?.text])
    for (const [method, path] of [
      ['GET', '/nope'],
      ['POST', '/vendor/me'],
      ['GET', '/vendor/users?pageSize=0'],
    ] as const) {
      const statuses = (await both(method, path)).map(({ status }) => status)
      expect(statuses[1], path).toBe(statuses[0])
    }
    for (const path of ['/v1', '/v1x/vendor/me', '/v2/vendor/me', '/v1/v1/vendor/me', '/v1/api/v1/vendor/me'])
      expect((await send({ method: 'GET', path, headers: bearer() })).status, path).toBe(404)
  })

  test('what Node cannot read is refused in the same form', async () => {
    const long = 'x'.repeat(20_000)
    for (const [text, code] of [
      [`GET /api/v1/${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 'HEADERS_TOO_LARGE'],
      [`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${long}\r\n\r\n`, 'HEADERS_TOO_LARGE'],
      ['NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n', 'VALIDATION_FAILED'],
      ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', 'VALIDATION_FAILED'],
      ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 'VALIDATION_FAILED'],
    ] as const) {
      const answer = await speak(text)
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 4\\d\\d [\\s\\S]*problem\\+json[\\s\\S]*"code":"${code}"`))
      expect(/"requestId":"([^"]+)"/.exec(answer)?.[1]).toBe(/X-Request-Id: (\S+)/.exec(answer)?.[1])
    }
  })
})

const STRANGE_ORIGINS = [
  'null',
  '*',
  'https://evil.example',
  'http://app.example',
  'https://app.example.evil.example',
  'https://evilapp.example',
  'https://app.example:444',
  'https://app.example/',
  'https://APP.example',
  'https://app.example ',
  'https://sub.app.example',
  'https://admin.example',
  'https://admin.example:8444',
  'https://app.example@evil.example',
  'https://app.example,https://evil.example',
  'file://',
  'chrome-extension://abc',
  'https://app。example',
  'https://app.example.',
  '',
]

describe('other origins', () => {
  const ask = (origin: string, headers: Record<string, string> = {}, method = 'GET') =>
    product.call(method, '/vendor/me', undefined, { headers: { origin, ...headers } })
  const preflight = (origin: string) =>
    ask(
      origin,
      { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' },
      'OPTIONS',
    )

  test('those that are listed may call, with every method of ours', async () => {
    for (const origin of OWN_ORIGINS) {
      for (const answer of [await ask(origin), await preflight(origin)])
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          vary: expect.stringContaining('Origin'),
        })
      const { status, headers } = await preflight(origin)
      expect(status).toBe(204)
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
        expect(headers['access-control-allow-methods']).toContain(method)
    }
  })

  test('all others may not', async () => {
    expect(STRANGE_ORIGINS).toHaveLength(20)
    for (const origin of STRANGE_ORIGINS)
      for (const answer of [await ask(origin), await preflight(origin)])
        expect(answer.headers, origin).not.toHaveProperty('access-control-allow-origin')
  })

  test('without a list there is nothing to allow', async () => {
    const closed = await startProduct()
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
    for (const method of ['GET', 'OPTIONS'])
      expect(
        Object.keys((await closed.call(method, '/vendor/me', undefined, { headers })).headers).join(),
      ).not.toContain('access-control')
  })
})

test('answers of the API are data: not kept, not sniffed, not framed', async () => {
  const answers = [
    await product.get('/vendor/me', { token: vendor.token }),
    await product.get('/vendor/me'),
    await product.post('/auth/login', {}),
  ]
  for (const { headers } of answers)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  const page = await product.get('/!/')
  expect(page.headers['content-security-policy']).toMatch(/default-src '(self|none)'.*frame-ancestors 'none'/)
  expect(page.headers['content-security-policy']).not.toMatch(/unsafe/)
  for (const { headers } of [...answers, page]) expect(headers).not.toHaveProperty('x-powered-by')
})

describe('throttles', () => {
  const LIMIT = 20

  test('a vendor has a limit of requests per minute, and headers say how many are left and when to retry', async () => {
    const limited = await startProduct({ env: { API_REQUESTS_PER_MINUTE: `${LIMIT}` } })
    const [busy, quiet] = [await newVendor(limited), await newVendor(limited)]
    const call = (token: string) => limited.get('/vendor/me', { token })
    const answers = []
    // Sends twice the limit, because some permits become free in the meantime.
    for (let i = 0; i < 2 * LIMIT; i++) answers.push(await call(busy.token))
    const refused = answers.find(({ status }) => status === 429)
    expect(refused).toMatchObject({
      body: { code: 'TOO_MANY_REQUESTS' },
      headers: { 'ratelimit-limit': `${LIMIT}`, 'ratelimit-remaining': '0' },
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(61)
    expect(answers[0]).toMatchObject({
      status: 200,
      headers: { 'ratelimit-limit': `${LIMIT}`, 'ratelimit-remaining': `${LIMIT - 1}` },
    })
    expect(Number(answers[0]?.headers['ratelimit-reset'])).toBeGreaterThan(0)
    expect((await call(quiet.token)).status).toBe(200)
    const health = await limited.get('/!/healthz')
    expect([health.status, health.headers['ratelimit-limit']]).toEqual([200, undefined])
  })

  test('webhooks are never throttled', async () => {
    const strict = await startProduct({ env: { API_REQUESTS_PER_MINUTE: '1', AUTH_CALLS_PER_MINUTE: '1' } })
    const register = () => strict.post('/auth/register', { email: newEmail(), password: PASSWORD })
    expect([(await register()).status, (await register()).status]).toEqual([201, 429])
    for (let i = 0; i < 50; i++) {
      const answer = await strict.post('/!/sandbox/clock', { advanceSeconds: 1 })
      expect(answer).toMatchObject({ status: 401, body: { code: 'SIGNATURE_INVALID' } })
      expect(answer.headers).not.toHaveProperty('ratelimit-limit')
    }
  })
})

/** Sends bytes and returns the whole answer. */
const speak = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (Buffer.concat(chunks).toString().endsWith('}')) socket.destroy()
    })
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
