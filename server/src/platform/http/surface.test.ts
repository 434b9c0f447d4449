import { beforeAll, describe, expect, test } from 'vitest'
import {
  fieldsOf,
  type Operation,
  readApiDocument,
  type Schema,
  sampleBody,
  withId,
} from '../../../tests/support/api-document.ts'
import { secondFactorsOf } from '../../../tests/support/auth/second-factors.ts'
import { signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../features/sandbox/seed.ts'
import { newId } from '../ids.ts'

let product: TestProduct
let operations: Operation[]
// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as it comes
let document: any
/** A token that is valid for the route. */
let tokenFor: (operation: Operation) => string | undefined
beforeAll(async () => {
  product = await startProduct({
    sandbox: true,
    env: { API_REQUESTS_PER_MINUTE: '1000000', OTP_CODES_PER_HOUR: '1000000' },
  })
  ;({ document, operations } = await readApiDocument(product))
  // With a second factor, because one of the tricks is to require it of the team.
  const vendor = await secondFactorsOf(() => product).protectedVendor()
  const operator = (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken
  tokenFor = ({ path, isPublic }) => (isPublic ? undefined : path.startsWith('/admin') ? operator : vendor.token)
})

const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const writes = () => operations.filter(({ method, isUpload }) => method !== 'GET' && !isUpload)
const isPush = ({ path }: Operation) => path.endsWith('/events')
const call = (operation: Operation, body: unknown, path = withId(operation.path, newId<'x'>())) =>
  product.call(operation.method, path, body, { token: tokenFor(operation) })

/** Runs requests in batches. */
async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>, size = 10) {
  for (let i = 0; i < items.length; i += size) await Promise.all(items.slice(i, i + size).map(work))
}

describe('the document', () => {
  test('is OpenAPI 3.1 and knows the routes of the contract', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const expected = [
      'POST /auth/register',
      'POST /auth/login',
      'GET /vendor/me',
      'POST /vendor/users',
      'POST /contacts/bulk',
      'POST /contact-lists/{id}/contacts',
      'GET /admin/vendors',
    ]
    expect(operations.map(nameOf)).toEqual(expect.arrayContaining(expected))
  })

  test('declares the Idempotency-Key wherever one counts, and as required where it is', async () => {
    const keyOf = ({ parameters }: Operation) =>
      parameters.find(({ name, in: where }) => where === 'header' && name === 'Idempotency-Key')
    const declared = new Set(operations.filter(keyOf).map(nameOf))
    expect(keyOf(operations.find((one) => nameOf(one) === 'POST /contacts/import') as Operation)).toMatchObject({
      required: true,
    })
    const answering = new Set<string>()
    await inBatches(writes(), async (operation) => {
      const body = operation.body && sampleBody(operation.body)
      const headers = { 'idempotency-key': 'no key' }
      const path = withId(operation.path, newId<'x'>())
      const answer = await product.call(operation.method, path, body, { token: tokenFor(operation), headers })
      if (String(answer.body?.detail).startsWith('Idempotency-Key')) answering.add(nameOf(operation))
    })
    expect(answering.size).toBeGreaterThan(10)
    expect([...answering].filter((name) => !declared.has(name))).toEqual([])
  })

  test('names the prefix and nothing else: neither the alias nor what is for machines', () => {
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/v1\//)
    expect(JSON.stringify(document)).not.toMatch(/"\/v1\/|sandbox\/clock|healthz|readyz|\/metrics/)
  })

  test('says of every route what it does, what it answers and how it refuses', () => {
    const known = document.tags.map(({ name }: { name: string }) => name)
    for (const operation of operations) {
      const { summary, tags, responses } = operation
      expect(summary, nameOf(operation)).toMatch(/^[A-Z].{3,}/)
      expect(tags.length).toBe(1)
      expect(known).toEqual(expect.arrayContaining(tags))
      const [[status, done] = ['', {}]] = Object.entries(responses).filter(([code]) => code.startsWith('2'))
      // A WebSocket route has no JSON answer.
      if (isPush(operation)) continue
      expect(done.description, nameOf(operation)).toMatch(/\w/)
      expect(done.description).not.toBe('Default Response')
      const content = ['application/json', 'text/csv', 'application/pdf', 'application/zip']
        .map((type) => done.content?.[type])
        .find(Boolean)
      if (status !== '204') expect(content?.schema, nameOf(operation)).toBeTypeOf('object')
      const refused = Object.entries(responses).find(([code]) => /^(4XX|default)$/.test(code))?.[1]
      expect(refused?.content?.['application/problem+json']?.schema.$ref).toBe('#/components/schemas/Problem')
      expect(refused?.description).toMatch(/\w/)
    }
  })

  test('every write that takes a body describes each of its fields', () => {
    for (const { body, ...operation } of writes())
      if (body) expect(Object.keys(fieldsOf(body)).length, nameOf(operation as Operation)).toBeGreaterThan(0)
  })
})

/** Fields that no request may set. */
const FORBIDDEN =
  `id vendorId vendor_id accountId userId ownerId role roles isAdmin admin operator permissions scope status
  balance balanceMinorUnit conversationCap conversationsUsed plan planId source createdAt updatedAt
  currencyFixed messagingEnabled tokenVersion passwordHash emailVerified secretHash expiresAt constructor
  prototype toString $where a.b`.split(/\s+/)

describe('bodies', () => {
  test('a field that a route does not know is refused by its name, on every write', async () => {
    expect(FORBIDDEN.length).toBeGreaterThanOrEqual(30)
    const cases = writes().flatMap((operation) => {
      const fields = operation.body ? Object.keys(fieldsOf(operation.body)) : []
      return groupsOf(FORBIDDEN.filter((name) => !fields.includes(name))).map((names) => ({ operation, names }))
    })
    await inBatches(cases, async ({ operation, names }) => {
      const named = await refusedWith(operation, names)
      // A route without a body reports only the first field.
      for (const name of names.filter((one) => !named.includes(one)))
        expect(await refusedWith(operation, [name]), nameOf(operation)).toContain(name)
    })
  })

  test('thousands of unknown fields, or one with an endless name, are not all repeated', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`field${i}`, 1]))
    for (const operation of writes())
      for (const body of [many, { ['x'.repeat(50_000)]: 1 }]) {
        const answer = await call(operation, body)
        expect(answer.status).toBe(400)
        expect(JSON.stringify(answer.body).length).toBeLessThan(20_000)
      }
  })

  test(
    'sixty tricks with types on every amount, and a part of them on every other field: refused wherever the type is wrong, and never an internal error',
    async () => {
      expect(TRICKS.length).toBeGreaterThanOrEqual(60)
      const cases = writes().flatMap((operation, route) =>
        TRICKS.map((trick, i) => ({ operation, trick, isForAll: (route + i) % PARTS_OF_TRICKS === 0 })),
      )
      await inBatches(cases, ({ operation, trick, isForAll }) => playTrick(operation, trick, isForAll))
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    },
    5 * MINUTE_MS,
  )
})

/** The fields that the request is refused for. */
async function refusedWith(operation: Operation, names: readonly string[]): Promise<string[]> {
  const answer = await call(operation, {
    ...(operation.body && sampleBody(operation.body)),
    ...Object.fromEntries(names.map((name) => [name, 'PLATFORM_ADMIN'])),
  })
  const refusal = { status: 400, body: { code: 'VALIDATION_FAILED' } }
  expect(answer, `${nameOf(operation)} ${names}`).toMatchObject(refusal)
  expect(JSON.stringify(answer.body)).not.toContain('PLATFORM_ADMIN')
  return pathsIn(answer)
}

/**
 * When all fields have the value, every field whose type does not allow it must be reported. Fields that are not
 * reported, or whose type allows it, are then tested one at a time.
 */
async function playTrick(operation: Operation, trick: string, isForAll: boolean) {
  const fields = Object.entries(operation.body ? fieldsOf(operation.body) : {}).filter(
    ([field]) => isForAll || /MinorUnit$|amount/i.test(field),
  )
  const wrong = fields.filter(([, schema]) => !isAllowed(schema, trick)).map(([field]) => field)
  const isReadable = isJson(trick)
  const named = wrong.length > 1 && isReadable ? pathsIn(await send(operation, trick, wrong, true)) : []
  // Invalid JSON is refused before the fields are checked.
  for (const [field] of isReadable ? fields : fields.slice(0, 1))
    if (!wrong.includes(field) || !named.includes(field)) await send(operation, trick, [field], wrong.includes(field))
}

async function send(operation: Operation, trick: string, fields: readonly string[], isWrong: boolean) {
  const marked = {
    ...sampleBody(operation.body as Schema),
    ...Object.fromEntries(fields.map((field) => [field, '@@'])),
  }
  const answer = await call(
    operation,
    JSON.stringify(marked).replaceAll('"@@"', () => trick),
  )
  const what = `${nameOf(operation)} ${fields} = ${trick.slice(0, 80)}`
  expect(answer.status, what).toBeLessThan(500)
  if (isWrong) expect([answer.status, answer.body.status], what).toEqual([400, 400])
  expect(answer.body?.errors ?? [], what).not.toContainEqual({ path: expect.anything(), message: WORDS_OF_ZOD })
  expect(JSON.stringify(answer.body).length).toBeLessThan(20_000)
  return answer
}

const pathsIn = ({ body }: { body: { errors?: { path: string }[] } }) => (body.errors ?? []).map(({ path }) => path)

/** A refusal reports a limited number of fields. */
const groupsOf = (names: readonly string[], size = 8) =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, i) => names.slice(i * size, (i + 1) * size))

/** Default messages of zod. A pattern should have its own message. */
const WORDS_OF_ZOD = expect.stringMatching(/^(Invalid|Too (big|small)|Unrecognized)|expected form/)

/** Another part of them on each route, so that each is played on many. */
const PARTS_OF_TRICKS = 4

/** As JSON text, because a serialiser would not produce some of them. */
const TRICKS = [
  ...['1', '0', '-1', '-0', '1.5', '0.1', '1e3', '1e-3', '1e400', '-1e400', '1E+2', '2147483648', '-2147483649'],
  ...[
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775808',
    '1e21',
    '123456789012345678901234567890',
  ],
  ...[
    'true',
    'false',
    'null',
    '[]',
    '[100]',
    '["100"]',
    '[[100]]',
    '[null]',
    '{}',
    '{"$gt":0}',
    '{"$ne":null}',
    '{"length":5}',
  ],
  ...['{"toString":1}', '{"valueOf":1}', '{"constructor":{"prototype":{"polluted":1}}}', '{"then":1}', '{"0":"a"}'],
  ...[
    '{"__proto__":{"polluted":1}}',
    '{"a":1,"a":2}',
    '{"\\u0061":1,"a":2}',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  ],
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  ...[
    '"1"',
    '"1e3"',
    '"1.5"',
    '"-1"',
    '"NaN"',
    '"Infinity"',
    '"0x10"',
    '"١٠٠"',
    '" 100"',
    '"true"',
    '"null"',
    '"[]"',
    '""',
    '" "',
  ],
  ...[
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\u202e"',
    '"a\\r\\nb"',
    '"\'; --"',
    '"%00"',
    '"{{7*7}}"',
    `"${'x'.repeat(100_000)}"`,
  ],
  ...['NaN', 'Infinity', 'undefined', '01', '.5', '1.', '0x10', "'a'", '"\\x"', '1n', '', '{', '// x'],
]

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether the schema allows the type of this JSON value. Invalid JSON has no type. */
function isAllowed(schema: Schema, text: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => isAllowed(one, text))
  if (/"__proto__"|"a":1,"a"|\\u0061/.test(text)) return false
  if (!isJson(text)) return false
  const value: unknown = JSON.parse(text)
  const types = [schema.type ?? (schema.enum ? 'string' : 'object')].flat()
  if (value === null) return types.includes('null')
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value))
  return types.includes(Array.isArray(value) ? 'array' : typeof value)
}
