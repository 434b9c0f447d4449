import { beforeAll, expect, test } from 'vitest'
import {
  type Operation,
  readApiDocument,
  type Schema,
  sampleBody,
  withId,
} from '../../../tests/support/api-document.ts'
import { secondFactorsOf } from '../../../tests/support/auth/second-factors.ts'
import { signIn, startProduct } from '../../../tests/support/product.ts'
import { seededRandom } from '../../../tests/support/random/seeded-random.ts'
import {
  CANARY,
  HEADERS,
  STRANGE_FORMS,
  STRANGE_HEADERS,
  STRANGE_IDS,
  STRANGE_VALUES,
  strangeRequests,
} from '../../../tests/support/random/strange-requests.ts'
import { startRatesFeed } from '../../../tests/support/services/rates-feed.ts'
import { listen, type RawAnswer, type RawRequest } from '../../../tests/support/services/raw-http.ts'
import { makersOf } from '../../../tests/support/vendor-resources.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../features/sandbox/seed.ts'
import { ERRORS } from '../errors.ts'
import { newId } from '../ids.ts'

/** Failures repeat with the same seed. */
const REQUESTS = 600
/** Thousands of requests, on a machine that may be many times slower than usual. */
const LIMIT_MS = 10 * MINUTE_MS
const SEED = Number(process.env['SEED'] ?? 20_261_115)
const REQUESTS_IN_ALL_MIN = 3_000
const VALUES_PER_PARAMETER = 4
const IDS_PER_ROUTE = 6
const HEADERS_PER_REQUEST = 7

let send: (request: RawRequest) => Promise<RawAnswer>
/** In this process, for headers that a client would not send. */
let inject: (request: RawRequest) => Promise<RawAnswer>
let sent = 0
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
  // With a second factor, because a strange request may require it of the team.
  const vendor = await secondFactorsOf(() => product).protectedVendor()
  const make = makersOf(product)
  pathOf = async ({ path }) => withId(path, (await make[path]?.(vendor)) ?? newId<'x'>())
  const { body } = await product.post('/vendor/api-keys', { name: 'fuzz' }, { token: vendor.token })
  const operator = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
  operatorToken = operator.body.accessToken
  tokens = [vendor.token, body.key, operatorToken]
  const { send: sendRaw } = await listen(product)
  send = (request) => {
    sent++
    return sendRaw(request)
  }
  inject = async ({ method, path, headers = {}, body }) => {
    sent++
    const answer = await product.app.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, headers: answer.headers as RawAnswer['headers'], text: answer.body }
  }
  logLines = product.logLines
})

test(`${REQUESTS} strange requests (seed ${SEED}): no internal server error, and every refusal is a problem that gives nothing away`, {
  timeout: LIMIT_MS,
}, async () => {
  const statuses = new Map<number, number>()
  for (const request of strangeRequests(REQUESTS, seededRandom(SEED), operations, tokens)) {
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

async function expectNoFault(request: RawRequest, by = send) {
  const answer = await by(request)
  const what = JSON.stringify(request).slice(0, 600)
  if (!isGatewayAway(answer)) expect(answer.status, what).toBeLessThan(500)
  if (answer.status >= 400) assertProblem(answer, what)
  return answer
}

test(`every query parameter of every route takes any text (seed ${SEED}), and is refused rather than failing`, {
  timeout: LIMIT_MS,
}, async () => {
  const parameters = operations.flatMap((operation) =>
    operation.parameters.filter((one) => one.in === 'query').map(({ name }) => ({ operation, name })),
  )
  expect(parameters.length).toBeGreaterThan(100)
  const { pick } = seededRandom(SEED)
  let path = ''
  for (const [i, { operation, name }] of parameters.entries()) {
    if (operation !== parameters[i - 1]?.operation) path = await pathOf(operation)
    const headers = { authorization: `Bearer ${tokenFor(operation)}` }
    const values = ['%00', 'a%00b', ...Array.from({ length: VALUES_PER_PARAMETER }, () => pick(STRANGE_VALUES))]
    const queries = values.map((value) => `${name}=${value}`).concat(name, `${name}=a&${name}=b`)
    await Promise.all(
      queries.map(async (query) => {
        const { status } = await expectNoFault({ method: operation.method, path: `/api/v1${path}?${query}`, headers })
        if (query.includes('%00')) expect(status, `${path}?${query}`).toBe(400)
      }),
    )
  }
})

test(`every route that takes a body takes any form of it (seed ${SEED}), and is refused rather than failing`, {
  timeout: LIMIT_MS,
}, async () => {
  const { pick } = seededRandom(SEED)
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    const path = `/api/v1${await pathOf(operation)}`
    const forms = operation.isUpload ? STRANGE_FORMS : Array.from({ length: 4 }, () => pick(STRANGE_FORMS))
    for (const [type, body] of forms) {
      const headers = {
        authorization: `Bearer ${tokenFor(operation)}`,
        'content-type': type,
        'idempotency-key': newId(),
      }
      const { status } = await expectNoFault({ method: operation.method, path, headers, body })
      if (!operation.isUpload) continue
      if (/^multipart\/form-data(?!; boundary=\w)/.test(type)) expect(status, `${operation.path} ${type}`).toBe(400)
      if (body.includes('\0')) expect([400, 415], `${operation.path} ${body}`).toContain(status)
    }
  }
})

/** Copies of a JSON value, each with the NUL character in another one of its strings and keys, however deep. */
function withNul(value: unknown): { at: string; value: unknown }[] {
  if (typeof value === 'string') return [{ at: '', value: `${value}\0` }]
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const build = (changed: [string, unknown][]) =>
    Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed)
  return entries.flatMap(([key, member], i) => [
    ...withNul(member).map((copy) => ({ at: `${key}.${copy.at}`, value: build(entries.with(i, [key, copy.value])) })),
    ...(Array.isArray(value) ? [] : [{ at: `key ${key}`, value: build(entries.with(i, [`${key}\0`, member])) }]),
  ])
}

test('every string and key of every body is refused when it contains the NUL character, however deep', {
  timeout: LIMIT_MS,
}, async () => {
  let nested = 0
  for (const operation of operations.filter(({ body }) => body)) {
    const path = `/api/v1${await pathOf(operation)}`
    const headers = { authorization: `Bearer ${tokenFor(operation)}`, 'content-type': 'application/json' }
    const whole = sampleBody(operation.body as Schema)
    const copies = [...withNul(whole), ...withNul({ unknown: [[{ field: ['text'] }]] })]
    await Promise.all(
      copies.map(async ({ at, value }) => {
        const body = JSON.stringify(value)
        const { status, text } = await expectNoFault({ method: operation.method, path, headers, body })
        expect([status, text], `${operation.method} ${path} ${at}`).toEqual([400, expect.stringContaining('NUL')])
      }),
    )
    nested += withNul(whole).filter(({ at }) => /\..*\./.test(at)).length
  }
  expect(nested).toBeGreaterThan(20)
})

test(`every parameter in every path takes any text (seed ${SEED}), and is refused rather than failing`, {
  timeout: LIMIT_MS,
}, async () => {
  const { pick } = seededRandom(SEED)
  const withParameter = operations.filter(({ path }) => path.includes('{'))
  for (const operation of withParameter) {
    const headers = { authorization: `Bearer ${tokenFor(operation)}` }
    for (const value of Array.from({ length: IDS_PER_ROUTE }, () => pick(STRANGE_IDS))) {
      const path = `/api/v1${operation.path.replaceAll(/\{\w+\}/g, value)}`
      const { status } = await expectNoFault({ method: operation.method, path, headers })
      expect([400, 403, 404, 409, 415, 426], `${operation.method} ${path}`).toContain(status)
    }
  }
  expect(withParameter.length).toBeGreaterThan(50)
})

test(`every route takes any header (seed ${SEED}), and refuses rather than failing`, {
  timeout: LIMIT_MS,
}, async () => {
  const { pick } = seededRandom(SEED)
  for (const operation of operations) {
    const path = `/api/v1${withId(operation.path, newId<'x'>())}`
    const declared = operation.parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase())
    const names = [...new Set([...declared, ...HEADERS])]
    const good = { authorization: `Bearer ${tokenFor(operation)}`, 'content-type': 'application/json' }
    const body = operation.method === 'GET' ? undefined : '{}'
    const groups = Array.from({ length: Math.ceil(names.length / HEADERS_PER_REQUEST) }, (_, i) =>
      names.slice(i * HEADERS_PER_REQUEST, (i + 1) * HEADERS_PER_REQUEST),
    )
    const strange = groups.map((group) => Object.fromEntries(group.map((name) => [name, pick(STRANGE_HEADERS)])))
    const alone = declared.flatMap((name) => Array.from({ length: 5 }, () => ({ [name]: pick(STRANGE_HEADERS) })))
    for (const headers of [...strange, ...alone])
      await expectNoFault(
        { method: operation.method, path, headers: { ...good, ...headers }, ...(body && { body }) },
        inject,
      )
  }
})

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

test(`more than ${REQUESTS_IN_ALL_MIN} requests were sent, and none was an internal error`, () => {
  process.stdout.write(`fuzz: ${sent} requests to ${operations.length} routes, seed ${SEED}\n`)
  expect(sent).toBeGreaterThanOrEqual(REQUESTS_IN_ALL_MIN)
  expect(logLines.filter((line) => line.includes('http.failed'))).toEqual([])
})
