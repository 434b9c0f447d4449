import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { eventually } from './support/eventually.ts'
import { type Answer, codeFor, invitationFor, startProduct, type TestProduct } from './support/product.ts'
import { startSmtp } from './support/smtp.ts'

/**
 * Personal data and secrets that occur nowhere else. Everything the product writes down is then searched for them: its
 * log, and every column of every table, the queue's included. The mails themselves are where they belong.
 */
class Canaries {
  private readonly texts = new Set<string>()
  private readonly codes = new Set<string>()

  /** A made-up value, remembered. */
  make = (kind: string, suffix = '') => this.keep(`canary-${kind}-${randomUUID().slice(0, 13)}${suffix}`)
  email = (kind: string) => this.make(kind, '@example.com')

  /** A value that the product made up. */
  keep<Text extends string>(text: Text): Text {
    expect(text.length).toBeGreaterThan(12)
    this.texts.add(text)
    return text
  }
  keepCode(code: string) {
    this.codes.add(code)
    return code
  }
  keepTokens({ body }: Answer) {
    for (const name of ['accessToken', 'refreshToken', 'key']) if (body[name]) this.keep(body[name])
    return body
  }

  get size() {
    return this.texts.size + this.codes.size
  }

  /** Those that stand in the text: as they are, in any case, in base64, or as the bytes that PostgreSQL shows in hex. */
  findIn(text: string): string[] {
    const haystack = text.toLowerCase()
    const spellings = (canary: string) => [
      canary,
      Buffer.from(canary).toString('hex'),
      Buffer.from(canary).toString('base64'),
    ]
    const found = [...this.texts].filter((canary) =>
      spellings(canary).some((one) => haystack.includes(one.toLowerCase())),
    )
    // six digits also occur inside ids and fractions of seconds
    const codes = [...this.codes].filter((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w-])`).test(text))
    return [...found, ...codes]
  }
}

/** Every row of every table, as text, by table. */
async function dump(databaseUrl: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const contents = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      contents.set(name, rows.map(({ row }) => row).join('\n'))
    }
    return contents
  } finally {
    await client.end()
  }
}

async function expectNoTrace(product: TestProduct, canaries: Canaries) {
  const tables = await dump(product.databaseUrl)
  expect([...tables.keys()]).toEqual(
    expect.arrayContaining(['public.outbox_event', 'public.dead_letter', 'bullmq.job']),
  )
  const traces = [...tables].flatMap(([table, text]) => canaries.findIn(text).map((canary) => `${table}: ${canary}`))
  expect(traces).toEqual([])
  expect(product.logLines.length).toBeGreaterThan(2)
  expect(canaries.findIn(product.logLines.join('\n'))).toEqual([])
  return tables
}

test('registering, signing in, inviting, resetting and failing leave no trace of people or secrets in log, queue and database', async () => {
  const product = await startProduct()
  const canaries = new Canaries()
  const [email, password] = [canaries.email('owner'), canaries.make('password')]
  const companyName = `Company ${randomUUID()}`

  await product.post('/auth/register', { email, password, companyName })
  await product.post('/auth/register', { email, password: canaries.make('password') })
  await product.post('/auth/send-otp', { email })
  const otp = canaries.keepCode(await codeFor(product, email))
  const { accessToken: token } = canaries.keepTokens(await product.post('/auth/verify-otp', { email, otp, password }))
  await product.post('/auth/register', { email, password: canaries.make('password') }) // the owner is told by mail
  await product.post('/auth/login', { email, password: canaries.make('wrong') })
  await product.post('/auth/login', { email: canaries.email('stranger'), password: canaries.make('wrong') })
  const { refreshToken } = canaries.keepTokens(await product.post('/auth/login', { email, password }))
  canaries.keepTokens(await product.post('/auth/refresh', { refreshToken }))

  await product.patch(
    '/vendor/me',
    { legalName: canaries.make('name'), billingEmail: canaries.email('bills') },
    { token },
  )
  const address = { line1: canaries.make('street'), city: canaries.make('city') }
  await product.patch(
    '/vendor/me',
    { phone: canaries.keep('+91 98111 22233 44'), gstin: canaries.keep('29AAGCB7383J1Z4'), address },
    { token },
  )
  const { key } = canaries.keepTokens(await product.post('/vendor/api-keys', { name: 'nightly' }, { token }))
  expect((await product.get('/vendor/me', { token: key })).status).toBe(200)

  const invited = canaries.email('invited')
  const headers = { 'idempotency-key': randomUUID() }
  for (let i = 0; i < 2; i++) await product.post('/vendor/users', { email: invited, role: 'ADMIN' }, { token, headers })
  const invitation = canaries.keep(await invitationFor(product, invited))
  canaries.keepTokens(
    await product.post('/auth/accept-invite', { token: invitation, password: canaries.make('password') }),
  )

  const mailsBefore = product.mailbox.to(email).length
  await product.post('/auth/forgot-password', { email })
  const code = canaries.keepCode(await codeFor(product, email, mailsBefore))
  const newPassword = canaries.make('password')
  expect((await product.post('/auth/reset-password', { email, otp: code, newPassword })).status).toBe(200)

  // refusals, with values where they do not belong
  await product.post('/auth/register', { email, password: 'short', companyName: [canaries.make('name')] })
  await product.get(`/vendor/users?cursor=${canaries.make('cursor')}`, { token: canaries.make('token') })
  await product.get(`/${canaries.make('path')}?email=${canaries.email('query')}`, { token })

  expect(canaries.size).toBeGreaterThan(25)
  const tables = await expectNoTrace(product, canaries)
  // the search does find what is there: the company's name is no secret, and stands in one place only
  const places = [...tables].filter(([, text]) => text.includes(companyName)).map(([table]) => table)
  expect(places).toEqual(['public.vendor'])
  expect(product.logLines.join()).not.toContain(companyName)
})

test('a mail server that repeats the address in its refusal leaves no trace of it either', async () => {
  const canaries = new Canaries()
  const smtp = await startSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`no mailbox for ${address}`), { responseCode: 451 })),
  })
  const product = await startProduct({ env: { SMTP_URL: smtp.url } })
  product.lifecycle.onStop('refusing mail server', smtp.close)
  const email = canaries.email('refused')
  await product.post('/auth/register', { email, password: canaries.make('password') })
  await product.post('/auth/send-otp', { email })
  await eventually(() => expect(product.logLines.some((line) => line.includes('"job.failed"'))).toBe(true), 15_000)
  const tables = await expectNoTrace(product, canaries)
  // while the job waits for its next try, in the queue and in the outbox
  expect(tables.get('public.outbox_event')).toContain('auth.mail-code')
  expect(tables.get('bullmq.job')).toContain('auth.mail-code')
})
