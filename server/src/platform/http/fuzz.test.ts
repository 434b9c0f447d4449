import { beforeAll, expect, test } from 'vitest'
import { type Operation, readApiDocument, sampleBody } from '../../../tests/support/api-document.ts'
import { dice } from '../../../tests/support/dice.ts'
import { newVendor, signIn, startProduct } from '../../../tests/support/product.ts'
import { startRatesFeed } from '../../../tests/support/rates-feed.ts'
import { listen, type RawAnswer, type RawRequest } from '../../../tests/support/raw-http.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../features/sandbox/seed.ts'
import { ERRORS } from '../errors.ts'
import { newId } from '../ids.ts'

/** The long run sends ten times as many. The seed makes a failing request come back. */
const REQUESTS = 600
const SEED = 20_261_115
/** Stands in values, never in names of fields: no answer may repeat it. */
const CANARY = 'canary-c4f1e'

let send: (request: RawRequest) => Promise<RawAnswer>
let operations: Operation[]
let tokens: string[]
let logLines: string[]
beforeAll(async () => {
  const feed = await startRatesFeed()
  const product = await startProduct({ env: { CORS_ALLOWED_ORIGINS: 'https://app.example', RATES_URL: feed.url } })
  // Nobody outside is there to be asked; that would be a 503, which is right and not looked for here.
  product.deps.gateway.createOrder = async () => ({ gatewayOrderId: `order_${newId<'x'>()}`, status: 'created' })
  feed.quote({}, () => product.deps.clock.now())
  ;({ operations } = await readApiDocument(product))
  const vendor = await newVendor(product)
  const { body } = await product.post('/vendor/api-keys', { name: 'fuzz' }, { token: vendor.token })
  const operator = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
  tokens = [vendor.token, body.key, operator.body.accessToken]
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
  // it was a real mixture, and not one refusal six hundred times
  for (const status of [200, 400, 401, 403, 404, 415]) expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(5)
  expect(logLines.filter((line) => line.includes('http.failed'))).toEqual([])
})

/** Who draws an order that is in order asks a payment gateway, and here is none. */
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
  const { pick, chance, whole } = dice(SEED)
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
      'x'.repeat(whole(3_000)),
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
      () => path.slice(0, whole(path.length)),
    ])()
  const odd = (text: string): string =>
    pick([
      () => text,
      () => text.slice(0, whole(text.length)),
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
      () => text.replace(/./g, (letter) => (chance(0.03) ? String.fromCharCode(whole(255)) : letter)),
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
