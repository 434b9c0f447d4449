import { beforeAll, expect, test } from 'vitest'
import { type Operation, readApiDocument, sampleBody, withId } from '../../../tests/support/api-document.ts'
import { newVendor, signIn, startProduct } from '../../../tests/support/product.ts'
import { seededRandom } from '../../../tests/support/random/seeded-random.ts'
import { startRatesFeed } from '../../../tests/support/services/rates-feed.ts'
import { listen, type RawAnswer, type RawRequest } from '../../../tests/support/services/raw-http.ts'
import { makersOf } from '../../../tests/support/vendor-resources.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../features/sandbox/seed.ts'
import { ERRORS } from '../errors.ts'
import { newId } from '../ids.ts'

/** The long run sends ten times as many. Failures repeat with the same seed. */
const REQUESTS = 600
const SEED = 20_261_115
/** Used in values, never in field names. No answer may repeat it. */
const CANARY = 'canary-c4f1e'

let send: (request: RawRequest) => Promise<RawAnswer>
let operations: Operation[]
let tokens: string[]
let operatorToken: string
/** The path below the prefix, with the id of something that the vendor owns where the path contains one. */
let pathOf: (operation: Operation) => Promise<string>
let logLines: string[]
beforeAll(async () => {
  const feed = await startRatesFeed()
  const product = await startProduct({ env: { CORS_ALLOWED_ORIGINS: 'https://app.example', RATES_URL: feed.url } })
  // Replaces calls to services that do not run here. They would give correct 503 answers, which this test does not look
  // for.
  product.deps.gateway.createOrder = async () => ({ gatewayOrderId: `order_${newId<'x'>()}`, status: 'created' })
  feed.quote({}, () => product.deps.clock.now())
  ;({ operations } = await readApiDocument(product))
  const vendor = await newVendor(product)
  const make = makersOf(product)
  pathOf = async ({ path }) => withId(path, (await make[path]?.(vendor)) ?? newId<'x'>())
  const { body } = await product.post('/vendor/api-keys', { name: 'fuzz' }, { token: vendor.token })
  const operator = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
  operatorToken = operator.body.accessToken
  tokens = [vendor.token, body.key, operatorToken]
  send = (await listen(product)).send
  logLines = product.logLines
})

test(`${REQUESTS} strange requests (seed ${SEED}): no error of ours, and every refusal is a problem that gives nothing away`, async () => {
  const statuses = new Map<number, number>()
  for (const request of strangeRequests()) {
    const answer = await send(request)
    const what = JSON.stringify({ ...request, body: request.body?.toString('latin1').slice(0, 200) }).slice(0, 600)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (!isGatewayAway(answer)) expect(answer.status, what).toBeLessThan(500)
    expect(answer.headers['x-request-id'], what).toMatch(/^[0-9a-f-]{36}$/)
    if (answer.status >= 400 && request.method !== 'HEAD') assertProblem(answer, what)
  }
  // Checks that the requests were varied enough to produce all of these statuses.
  for (const status of [200, 400, 401, 403, 404, 415]) expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(5)
  expect(logLines.filter((line) => line.includes('http.failed'))).toEqual([])
})

const tokenFor = ({ path }: Operation) => (path.startsWith('/admin') ? operatorToken : (tokens[0] ?? ''))

async function expectNoFault(request: RawRequest) {
  const answer = await send(request)
  const what = JSON.stringify(request).slice(0, 600)
  if (!isGatewayAway(answer)) expect(answer.status, what).toBeLessThan(500)
  if (answer.status >= 400) assertProblem(answer, what)
  return answer
}

test('every query parameter of every route takes any text, and is refused rather than failing', async () => {
  const parameters = operations.flatMap((operation) =>
    operation.parameters.filter((one) => one.in === 'query').map(({ name }) => ({ operation, name })),
  )
  expect(parameters.length).toBeGreaterThan(100)
  let path = ''
  for (const [i, { operation, name }] of parameters.entries()) {
    if (operation !== parameters[i - 1]?.operation) path = await pathOf(operation)
    const headers = { authorization: `Bearer ${tokenFor(operation)}` }
    const queries = STRANGE_VALUES.map((value) => `${name}=${value}`).concat(name, `${name}=a&${name}=b`)
    await Promise.all(
      queries.map(async (query) => {
        const { status } = await expectNoFault({ method: operation.method, path: `/api/v1${path}?${query}`, headers })
        if (query.includes('%00')) expect(status, `${path}?${query}`).toBe(400)
      }),
    )
  }
})

/** Values in a URL: characters that the database cannot store, invalid UTF-8, texts that look like numbers or dates. */
const STRANGE_VALUES = [
  ...['%00', 'a%00b', '%ED%A0%80', '%FF', '%', '%F0%9F%8C%BA', '%E2%80%AE', '%25', '%5C', '%27', '_', '*'],
  ...['-1', '0', '1e400', '9007199254740993', '99999999999999999999', 'NaN', '2026-02-30', '+275760-09-13T00:00:00Z'],
  ...['0000-00-00', '-000001-01-01T00:00:00Z', newId<'x'>(), '00000000-0000-0000-0000-000000000000', 'x'.repeat(2_000)],
]

test('every route that takes a body takes any form of it, and is refused rather than failing', async () => {
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    const path = `/api/v1${await pathOf(operation)}`
    for (const [type, body] of STRANGE_FORMS) {
      const headers = {
        authorization: `Bearer ${tokenFor(operation)}`,
        'content-type': type,
        'idempotency-key': newId(),
      }
      await expectNoFault({ method: operation.method, path, headers, body })
    }
  }
})

const partOf = (head: string, text: string) => `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
const FILE = partOf('name="file"; filename="a.csv"', 'Phone\n9876543210')
const STRANGE_FORMS: [type: string, body: string][] = [
  ['multipart/form-data', FILE],
  ['multipart/form-data; boundary=', FILE],
  ['multipart/form-data; boundary=""', FILE],
  ['multipart/form-data; boundary=B', ''],
  ['multipart/form-data; boundary=B', '--B--\r\n'],
  ['multipart/form-data; boundary=B', FILE],
  ['multipart/form-data; boundary=C', `${FILE}--B--\r\n`],
  ['multipart/form-data; boundary=B', `${partOf('name=""', 'a')}--B--\r\n`],
  ['multipart/form-data; boundary=B', `--B\r\n\r\na\r\n--B--\r\n`],
  ['multipart/mixed; boundary=B', `${FILE}--B--\r\n`],
  [`multipart/form-data; boundary=${'B'.repeat(5_000)}`, FILE],
  ...['defaultCountry', 'labels', 'mapping', 'strategy', 'listName', 'file', 'x'].map((name): [string, string] => [
    'multipart/form-data; boundary=B',
    `${partOf(`name="${name}"`, 'a\0b')}${FILE.replace('a.csv', 'a\0.csv')}--B--\r\n`,
  ]),
]

/** A valid order calls the payment gateway, which does not run here. */
const isGatewayAway = ({ status, text }: RawAnswer) => status === 503 && JSON.parse(text).code === 'GATEWAY_UNAVAILABLE'

function assertProblem({ status, headers, text }: RawAnswer, what: string) {
  expect(headers['content-type'], what).toMatch(/^application\/problem\+json/)
  const problem = JSON.parse(text)
  expect(problem, what).toMatchObject({ status, requestId: headers['x-request-id'] })
  expect(Object.keys(ERRORS), what).toContain(problem.code)
  expect(problem.type).toBe(`urn:harkara:error:${problem.code}`)
  for (const member of [problem.title, problem.detail]) expect(member).toMatch(/\w/)
  expect(text, what).not.toContain(CANARY)
  expect(text, what).not.toMatch(
    /\bat .+:\d+:\d+|node_modules|\/src\/|select .+ from |insert into|SyntaxError|ZodError|FST_/i,
  )
  for (const { message } of problem.errors ?? [])
    expect(message, what).not.toMatch(/^(Invalid|Too (big|small)|Unrecognized)|expected form/)
  expect(text.length).toBeLessThan(20_000)
}

function* strangeRequests(): Generator<RawRequest> {
  const { pick, chance, below } = seededRandom(SEED)
  const word = () =>
    pick([
      CANARY,
      '',
      'a',
      '0',
      '-1',
      '%00',
      '%zz',
      '%E0%A4%A',
      '..',
      '{}',
      "'--",
      '%F0%9F%8C%BA',
      'x'.repeat(below(3_000)),
    ])
  const oddPath = (path: string) =>
    pick([
      () => path,
      () => `${path}/`,
      () => `${path}/${word()}`,
      () => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      () => path.replace('/', pick(['//', '/./', '/x/../', '/%2e%2e/', '/\\', '/;/'])),
      () => path.toUpperCase(),
      () => `${path}?${pick(['page', 'a[b]', '%00', '=', '__proto__'])}=${word()}&a&&`,
      () => `${path}?page=${word()}&pageSize=${word()}&cursor=${CANARY}`,
      () => `${path}#part`,
      () => `http://${CANARY}.example${path}`,
      () => path.slice(0, below(path.length)),
    ])()
  const odd = (text: string): string =>
    pick([
      () => text,
      () => text.slice(0, below(text.length)),
      () =>
        text.replace(
          /"[^"]*"(?=[,}])/,
          pick(['null', '[]', '1e999', `"${CANARY}"`, `["${CANARY}"]`, '{"$ne":1}', '"\\u0000"']),
        ),
      () => text.replace('{', `{"${pick(['vendorId', 'role', '__proto__', 'x'])}":"${CANARY}",`),
      () => `[${text},${text}]`,
      () => text.repeat(2),
      () => `"${CANARY}"`,
      () => pick(['', ' ', 'null', '0', '[]', '{}', '{"a":', '\uFEFF{}', '{}x', "{'a':1}", '[['.repeat(9_000)]),
      () => text.replace(/./g, (letter) => (chance(0.03) ? String.fromCharCode(below(255)) : letter)),
    ])()

  for (let i = 0; i < REQUESTS; i++) {
    const operation = pick(operations)
    const prefix = pick(['/api/v1', '/api/v1', '/v1'])
    const path = prefix + operation.path.replace('{id}', pick([newId<'x'>(), CANARY]))
    const isWrite = operation.method !== 'GET'
    const text = JSON.stringify(operation.body ? sampleBody(operation.body) : {})
    yield {
      method: chance(0.75)
        ? operation.method
        : pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']),
      path: chance(0.5) ? path : oddPath(path),
      headers: {
        ...(chance(0.8) && { authorization: `Bearer ${chance(0.8) ? pick(tokens) : word()}` }),
        ...(chance(0.1) && {
          authorization: pick(['Basic YTpi', 'Bearer', `Bearer ${CANARY}`, `bearer ${tokens[0]}`]),
        }),
        ...(isWrite && {
          'content-type': chance(0.75)
            ? 'application/json'
            : pick([
                'text/plain',
                'application/json;charset=utf-16',
                'application/x-www-form-urlencoded',
                'multipart/form-data',
                '',
                'a/b/c',
                `x/${CANARY}`,
              ]),
        }),
        ...(chance(0.1) && { 'idempotency-key': pick(['', 'a b', CANARY, 'x'.repeat(300)]) }),
        ...(chance(0.1) && { 'x-client': 'portal', cookie: pick([`harkara_refresh=${CANARY}`, '=;=;', 'a']) }),
        ...(chance(0.1) && { origin: pick(['null', `https://${CANARY}.example`, 'https://app.example', '*']) }),
        ...(chance(0.1) && { accept: pick(['text/html', 'image/png', CANARY]), 'accept-encoding': 'br, zstd' }),
        ...(chance(0.05) && { 'content-encoding': pick(['gzip', 'br', CANARY]) }),
        ...(chance(0.05) && { 'x-forwarded-for': CANARY, 'x-request-id': CANARY, 'x-http-method-override': 'DELETE' }),
      },
      ...(isWrite &&
        chance(0.9) && { body: chance(0.2) ? Buffer.from(text, 'utf16le') : chance(0.5) ? text : odd(text) }),
    }
  }
}
