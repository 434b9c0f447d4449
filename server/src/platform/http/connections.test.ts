import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { listen } from '../../../tests/support/services/raw-http.ts'
import { STRANGER_LIMITS } from './build-app.ts'

/** Short, so that the test need not wait long. The published ones are checked below. */
const LIMITS = { headersMs: 400, bodyMs: 400, checkEveryMs: 50 }
const NOWHERE = 'http://127.0.0.1:1'
/** Outside services, none of which is the sandbox. */
const OUTSIDE = { PROVIDER_BASE_URL: NOWHERE, GATEWAY_BASE_URL: NOWHERE, RATES_URL: NOWHERE }

let product: TestProduct
let port: number
let token: string
beforeAll(async () => {
  product = await startProduct({ env: { ...OUTSIDE, SMTP_URL: 'smtp://127.0.0.1:1' }, strangerLimits: LIMITS })
  ;({ port } = await listen(product))
  token = (await newVendor(product)).token
})

interface Conversation {
  text: string
  socket: Socket
  closed: Promise<void>
}

function open(first: string): Conversation {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: false }, () => socket.write(first))
  const conversation: Conversation = {
    text: '',
    socket,
    closed: new Promise((resolve) => socket.on('close', () => resolve())),
  }
  socket.on('data', (chunk) => (conversation.text += chunk))
  socket.on('error', () => {})
  return conversation
}

/** Sends these bytes and returns everything that comes back until the connection is closed. */
async function speak(bytes: string): Promise<string> {
  const conversation = open(bytes)
  await conversation.closed
  return conversation.text
}

function problemIn(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(/content-type: application\/problem\+json/i)
  expect(head).toMatch(/strict-transport-security: max-age=31536000; includeSubDomains/i)
  const problem = JSON.parse(body)
  expect(problem).toMatchObject({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), detail: expect.any(String) })
  expect(new RegExp(`^x-request-id: ${problem.requestId}\r?$`, 'im').test(head)).toBe(true)
  return [problem.status, problem.code]
}

const LONG = 'x'.repeat(20_000)
const CLOSE = 'Connection: close\r\n'
const REFUSED: [what: string, bytes: string, status: number, code: string][] = [
  ['no Host header', `GET /healthz HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'VALIDATION_FAILED'],
  ['two Host headers', `GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\n${CLOSE}\r\n`, 400, 'VALIDATION_FAILED'],
  ['one Host header twice', `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n${CLOSE}\r\n`, 400, 'VALIDATION_FAILED'],
  ['two in HTTP/1.0', `GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n`, 400, 'VALIDATION_FAILED'],
  ['two hosts in one header', `GET /healthz HTTP/1.1\r\nHost: a, b\r\n${CLOSE}\r\n`, 400, 'VALIDATION_FAILED'],
  ['a host that is none', `GET /healthz HTTP/1.1\r\nHost: a/b@c\r\n${CLOSE}\r\n`, 400, 'VALIDATION_FAILED'],
  ['another expectation', `POST /x HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n`, 417, 'EXPECTATION_FAILED'],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${LONG}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['a path that is too long', `GET /${LONG} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['a bad request line', 'GET\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['an unknown method', 'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['an unknown protocol', 'GET / HTP/1.1\r\nHost: a\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['the PROXY protocol', 'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: a\0b\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['a NUL in the path', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 404, 'NOT_FOUND'],
  ['a path that cannot be decoded', `GET /%zz HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`, 404, 'NOT_FOUND'],
  ['an unknown path', `GET /api/v1/none HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`, 404, 'NOT_FOUND'],
]

test.each(REFUSED)('%s is refused by a problem document', async (_what, bytes, status, code) => {
  expect(problemIn(await speak(bytes))).toEqual([status, code])
})

test('a health check by HTTP/1.0, which knows no Host header, is answered', async () => {
  expect(await speak('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})

test('every answer says how browsers have to treat it, and outside the sandbox that they must use HTTPS', async () => {
  const header = {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': expect.stringMatching(/default-src .*frame-ancestors '(none|self)'/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  const html = { headers: { accept: 'text/html' } }
  const answers = [
    ...[
      '/!/',
      '/!/favicon.svg',
      '/!/assets/none.js',
      '/!/docs',
      '/!/docs/json',
      '/!/healthz',
      '/!/readyz',
      '/!/metrics',
    ],
    ...['/vendor/me', '/admin/vendors', '/admin/none', '/none', '/%zz', `/vendor/users/${'x'.repeat(300)}`],
  ].map((path) => product.get(path, path.startsWith('/!/') ? html : { token }))
  const writes = [product.post('/auth/login', '{'), product.post('/auth/login', { email: 1 })]
  for (const { status, headers } of await Promise.all([...answers, ...writes]))
    expect(headers, `${status}`).toMatchObject(header)
  const sandbox = await startProduct()
  expect((await sandbox.get('/!/healthz')).headers).not.toHaveProperty('strict-transport-security')
})

describe('unknown callers', () => {
  const login = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const upload = (auth: string) =>
    `POST /api/v1/contacts/import HTTP/1.1\r\nHost: a\r\nIdempotency-Key: k-${auth.length}\r\n${auth}Content-Type: multipart/form-data; boundary=B\r\n`
  const SLOW: [what: string, first: string, drip: string, status: number][] = [
    ['the request line', 'GET /', 'a', 408],
    ['the headers', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X: a\r\n', 408],
    ['the body of a sign-in', `${login}Content-Length: 1000\r\n\r\n{`, ' ', 408],
    ['chunks of a sign-in', `${login}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n', 408],
    ['a file without a token', `${upload('')}Content-Length: 9999\r\n\r\n`, ' ', 401],
    ['a file with a wrong token', `${upload('Authorization: Bearer x.y.z\r\n')}Content-Length: 9999\r\n\r\n`, ' ', 401],
    ['a body for an unknown path', 'POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n', ' ', 404],
    ['a webhook', 'POST /webhooks/razorpay HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n', ' ', 408],
  ]

  test('who send a part of a request slowly are answered and cut off', async () => {
    await Promise.all(
      SLOW.map(async ([what, first, drip, status]) => {
        const conversation = open(first)
        const dripping = setInterval(() => conversation.socket.write(drip), 50)
        await conversation.closed
        clearInterval(dripping)
        expect(problemIn(conversation.text)[0], what).toBe(status)
      }),
    )
    expect(product.logLines.filter((line) => /http\.(failed|unavailable)/.test(line))).toEqual([])
  })

  test('who open a connection and say nothing are cut off', async () => {
    expect(problemIn(await speak(''))).toEqual([408, 'REQUEST_TIMEOUT'])
  })

  test('are cut off within 15 seconds, including the time in which the answer can be read', () => {
    const lingerMs = 2_000
    for (const ms of [STRANGER_LIMITS.headersMs + STRANGER_LIMITS.checkEveryMs, STRANGER_LIMITS.bodyMs])
      expect(ms + lingerMs).toBeLessThan(15_000)
  })
})

test('a connection stays open after a body that arrived in time', async () => {
  const conversation = open(
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  )
  await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.bodyMs))
  conversation.socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`)
  await conversation.closed
  expect(conversation.text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
})

test('a known caller may upload a file slowly', async () => {
  const file =
    '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nPhone\n9876543210\n\r\n--B--\r\n'
  const conversation = open(
    `POST /api/v1/contacts/import HTTP/1.1\r\nHost: a\r\n${CLOSE}Authorization: bEARER ${token}\r\nIdempotency-Key: slow\r\n` +
      `Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${file.length}\r\n\r\n`,
  )
  for (const letter of file.match(/.{1,8}/gs) ?? []) {
    await new Promise((resolve) => setTimeout(resolve, (4 * LIMITS.bodyMs) / (file.length / 8)))
    conversation.socket.write(letter)
  }
  await conversation.closed
  expect(conversation.text).toMatch(/^HTTP\/1\.1 202 /)
})
