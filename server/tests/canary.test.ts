import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { VendorId } from '../src/domain/ids.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../src/features/sandbox/seed.ts'
import { addMoney, launchNow, newSender, realTemplate, subscribe } from './support/campaigns/campaigns.ts'
import { Canaries, expectNoTrace, startOnRedis } from './support/canaries.ts'
import { eventually } from './support/eventually.ts'
import { importWhole, previewOf, untilStatus, upload, uploadForm, uploadToReview } from './support/imports/imports.ts'
import { filesUnder } from './support/imports/stored-files.ts'
import { deliverChanges, saveSentMessage, untilProcessed } from './support/messaging/inbound.ts'
import { type Answer, codeFor, invitationFor, newVendor, signIn, startProduct } from './support/product.ts'
import { requireProgram } from './support/services/require-program.ts'
import { startSmtp } from './support/services/smtp.ts'
import { EICAR } from './support/tables/eicar.ts'

const WAYS: readonly (readonly [string, () => ReturnType<typeof startOnRedis>])[] = [
  ['in the database', async () => ({ product: await startProduct(), redisCommands: undefined })],
  ...(requireProgram('redis-server', 'looking for people in what Redis is told')
    ? [['on Redis', startOnRedis] as const]
    : []),
]
/** Each has a name, a number with and without its country, and a town. */
const ROWS = 150
const LARGER_THAN_A_CELL = 40_000

describe.each(WAYS)('with queue, locks and limits %s', (_, start) => {
  test('registering, signing in, inviting, resetting and failing leave no trace of people or secrets in log, queue and database', async () => {
    const { product, redisCommands } = await start()
    const canaries = new Canaries()
    const [email, password] = [canaries.email('owner'), canaries.make('password')]
    const companyName = `Company ${randomUUID()}`

    await product.post('/auth/register', { email, password, companyName })
    await product.post('/auth/register', { email, password: canaries.make('password') })
    await product.post('/auth/send-otp', { email })
    const otp = canaries.registerCode(await codeFor(product, email))
    const { accessToken: token } = canaries.registerTokens(
      await product.post('/auth/verify-otp', { email, otp, password }),
    )
    await product.post('/auth/register', { email, password: canaries.make('password') }) // the owner is told by mail
    await product.post('/auth/login', { email, password: canaries.make('wrong') })
    await product.post('/auth/login', { email: canaries.email('stranger'), password: canaries.make('wrong') })
    const { refreshToken } = canaries.registerTokens(await product.post('/auth/login', { email, password }))
    canaries.registerTokens(await product.post('/auth/refresh', { refreshToken }))

    await product.patch(
      '/vendor/me',
      { legalName: canaries.make('name'), billingEmail: canaries.email('bills') },
      { token },
    )
    const address = { line1: canaries.make('street'), city: canaries.make('city') }
    await product.patch(
      '/vendor/me',
      { phone: canaries.register('+91 98111 22233 44'), gstin: canaries.register('29AAGCB7383J1Z4'), address },
      { token },
    )
    const { key } = canaries.registerTokens(await product.post('/vendor/api-keys', { name: 'nightly' }, { token }))
    expect((await product.get('/vendor/me', { token: key })).status).toBe(200)

    const { id: vendorId } = (await product.get('/vendor/me', { token })).body
    await subscribe(product, vendorId)
    const invited = canaries.email('invited')
    const headers = { 'idempotency-key': randomUUID() }
    for (let i = 0; i < 2; i++)
      await product.post('/vendor/users', { email: invited, role: 'ADMIN' }, { token, headers })
    const invitation = canaries.register(await invitationFor(product, invited))
    canaries.registerTokens(
      await product.post('/auth/accept-invite', { token: invitation, password: canaries.make('password') }),
    )

    const mailsBefore = product.mailbox.to(email).length
    await product.post('/auth/forgot-password', { email })
    const code = canaries.registerCode(await codeFor(product, email, mailsBefore))
    const newPassword = canaries.make('password')
    expect((await product.post('/auth/reset-password', { email, otp: code, newPassword })).status).toBe(200)

    // refusals, with values where they do not belong
    await product.post('/auth/register', { email, password: 'short', companyName: [canaries.make('name')] })
    await product.get(`/vendor/users?cursor=${canaries.make('cursor')}`, { token: canaries.make('token') })
    await product.get(`/${canaries.make('path')}?email=${canaries.email('query')}`, { token })

    expect(canaries.size).toBeGreaterThan(25)
    const tables = await expectNoTrace(product, canaries, redisCommands)
    // the search does find what is there: the company's name is no secret, and stands in one place only
    const places = [...tables].filter(([, text]) => text.includes(companyName)).map(([table]) => table)
    expect(places).toEqual(['public.vendor'])
    expect(product.logLines.join()).not.toContain(companyName)
  })

  test('importing, finding, changing, refusing and exporting contacts leaves no trace of them in log, queue, database, files and refusals', async () => {
    const { product, redisCommands } = await start()
    const canaries = new Canaries()
    const { token } = await newVendor(product)
    let last = 10_000 + Math.floor(Math.random() * 80_000)
    /** A number in digits, remembered with and without its country. */
    const number = () => canaries.register(`9198765${canaries.register(`98765${last++}`).slice(5)}`)
    const row = () => `${canaries.make('name')},+${number()},${canaries.make('town')}`
    const refusals: string[] = []
    const refused = async (answer: Promise<Answer>, status: number) => {
      const { status: seen, body } = await answer
      expect(seen, JSON.stringify(body)).toBe(status)
      refusals.push(JSON.stringify(body))
    }

    const bad = `${canaries.make('name')},12 ${canaries.make('phone')},${canaries.make('town')}`
    const twice = row()
    const file = ['Name,Phone,City', ...Array.from({ length: ROWS }, row), twice, twice, bad].join('\n')
    const fileName = canaries.make('file', '.csv')
    const options = { token, fileName, fields: { listName: canaries.make('list').slice(0, 9), labels: 'vip' } }
    const { jobId, status } = await importWhole(product, file, options)
    expect(status.status).toBe('PARTIAL_SUCCESS')
    await refused(upload(product, file, { ...options, fileName }), 409)
    await refused(upload(product, file, { ...options, fileName: canaries.make('file', '.exe') }), 415)
    await refused(upload(product, file, { ...options, type: `text/${canaries.make('type')}` }), 415)
    await refused(upload(product, file, { ...options, fields: { defaultCountry: canaries.make('country') } }), 400)
    await refused(upload(product, file, { ...options, fields: { mapping: canaries.make('mapping') } }), 400)
    await refused(uploadForm(product, token, [{ name: canaries.make('part'), value: canaries.make('value') }]), 400)

    const waiting = await uploadToReview(product, `Phone\n+${number()}\n`, {
      token,
      fileName: canaries.make('f', '.csv'),
    })
    expect((await previewOf(product, token, waiting)).totalValid).toBe(1)
    await product.post(`/contacts/import/${waiting}/cancel`, undefined, { token })
    for (const [text, end] of [
      [`Name,Phone\n${canaries.make('name')}${EICAR},+${number()}\n`, 'QUARANTINED'],
      [`Name,Phone\n${canaries.make('name')}${'x'.repeat(LARGER_THAN_A_CELL)},+${number()}\n`, 'FAILED'],
    ] as const) {
      const { body } = await upload(product, text, { token, fileName: canaries.make('file', '.csv') })
      const ended = await untilStatus(product, token, body.jobId, end)
      // Its owner is told the name of the file, and nothing of what is in it.
      refusals.push(JSON.stringify({ ...ended, fileName: '' }))
    }

    const [name, mobile] = [canaries.make('name'), number()]
    const contact = { name, mobile, attributes: { city: canaries.make('town') } }
    const made = await product.post('/contacts', contact, { token })
    expect(made.status).toBe(201)
    await refused(product.post('/contacts', contact, { token }), 409)
    await refused(product.post('/contacts', { ...contact, mobile: canaries.make('mobile') }, { token }), 400)
    await refused(product.patch(`/contacts/${made.body.id}`, { name: [canaries.make('name')] }, { token }), 400)
    const bulk = [
      { ...contact, mobile: number() },
      { name: canaries.make('name'), mobile: `12${canaries.make('x')}` },
    ]
    refusals.push(JSON.stringify((await product.post('/contacts/bulk', bulk, { token })).body))
    await product.post('/contacts/bulk', `mobile,name\n${number()},${canaries.make('name')}\n`, {
      token,
      headers: { 'content-type': 'text/csv' },
    })
    for (const search of [name, mobile]) {
      expect((await product.post('/contacts/search', { search }, { token })).body.total).toBeGreaterThan(0)
      expect((await product.get(`/contacts?search=${search}`, { token })).body.total).toBeGreaterThan(0)
      await refused(product.get(`/contacts?search=${search}&pageSize=1000`, { token }), 400)
    }
    await product.post(`/contacts/import/${jobId}/undo`, undefined, { token })
    await eventually(async () => {
      const { body } = await product.get(`/contacts/import/${jobId}/status`, { token })
      expect(body.undo.state).toBe('DONE')
    }, 20_000)

    const { body: started } = await product.post('/vendor/export', undefined, { token })
    await eventually(async () => {
      const { body } = await product.get(`/vendor/export/${started.id}`, { token })
      expect(body.status).toBe('READY')
    }, 30_000)

    expect(canaries.size).toBeGreaterThan(500)
    expect(canaries.findIn(refusals.join('\n'))).toEqual([])
    const tables = await expectNoTrace(product, canaries, redisCommands)
    expect([...tables.keys()]).toEqual(
      expect.arrayContaining(['public.import_job', 'public.import_chunk', 'public.contact']),
    )
    const { dataDir } = product.deps.config
    const files = await filesUnder(dataDir)
    expect(files.length).toBeGreaterThan(3)
    for (const path of files) expect(canaries.findIn(await readFile(join(dataDir, path), 'latin1')), path).toEqual([])
    expect(canaries.findIn(files.join('\n'))).toEqual([])
  })
})

test('sending to people, charging and refunding leaves no trace of their numbers, also not inside ids of the provider', async () => {
  const product = await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '500' } })
  const canaries = new Canaries()
  const contacts = Array.from({ length: 12 }, () => ({
    name: canaries.make('name'),
    mobile: canaries.register(`9198${Math.floor(10_000_000 + Math.random() * 80_000_000)}`),
    attributes: { city: canaries.make('town') },
  }))
  const sender = await newSender(product, { contacts, balanceMinorUnit: 100_000 })
  const templateId = await realTemplate(product, sender.token)
  await product.sandbox.put('/control/provider', { failRate: 0.5, failAsync: true, failCode: 131026 })
  const variables = { '1': 'name', '2': { from: 'attributes.order', fallback: 'none' } }
  const { campaignId } = await launchNow(product, sender, { templateId, variables })
  await eventually(async () => {
    const { body } = await product.get(`/campaigns/${campaignId}`, sender)
    expect(body.billingClosedAt).toEqual(expect.any(String))
  }, 60_000)
  const [first] = contacts as [(typeof contacts)[0]]
  const { body: test } = await product.post(
    `/templates/${templateId}/test`,
    { mobile: `+${first.mobile}`, variables: { '1': 'x', '2': 'y' } },
    sender,
  )
  expect(test.messageId).toBeDefined()
  // A status update without a message waits for one.
  const id = `wamid.${Buffer.from(`\x1c\x18\x0c${first.mobile}\x15\x02`, 'latin1').toString('base64')}`
  const statuses = [{ id, status: 'sent', timestamp: '1700000000', recipient_id: first.mobile }]
  await deliverChanges(product, [{ field: 'messages', value: { messaging_product: 'whatsapp', statuses } }])
  expect(await product.deps.db.selectFrom('parked_status').selectAll().execute()).not.toEqual([])

  // Its owner is shown the provider's ids, and the keys of refunds that name them.
  const { data: messages } = (await product.get(`/campaigns/${campaignId}/messages?pageSize=50`, sender)).body
  const accepted = (await product.sandbox.get('/control/provider/messages')).body.messages
  const known = new Set(accepted.map(({ wamid }: { wamid: string }) => wamid))
  expect(messages.filter(({ wamid }: { wamid: string }) => known.has(wamid))).toHaveLength(contacts.length)
  const failed = messages.filter(({ status }: { status: string }) => status === 'FAILED')
  const refunds = (await product.get('/billing/transactions?type=REFUND&pageSize=50', sender)).body.data
  const keys = refunds.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey)
  expect(failed.length).toBeGreaterThan(0)
  expect(keys.sort()).toEqual(failed.map(({ wamid }: { wamid: string }) => `refund-msg-${wamid}`).sort())
  expect(canaries.findIn(keys.join('\n')).length).toBeGreaterThan(0)
  const operator = { token: (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken }
  const shown = await product.get(`/admin/vendors/${sender.vendorId}/transactions?pageSize=50`, operator)
  expect(shown.status).toBe(200)
  expect(canaries.findIn(JSON.stringify(shown.body))).toEqual([])

  const tables = await expectNoTrace(product, canaries)
  expect(tables.get('public.wallet_transaction')).toContain('refund-msg-')
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

test('what people write, what they are answered and what cannot be sent leaves no trace in log, queue and database', async () => {
  const product = await startProduct({ sandbox: true })
  const canaries = new Canaries()
  const { token, vendorId } = await newVendor(product)
  await subscribe(product, vendorId as VendorId)
  await addMoney(product, vendorId as VendorId, 10_000)
  const number = () => canaries.register(`9198${Math.floor(10_000_000 + Math.random() * 80_000_000)}`)
  const writes = async (from: string, text: string) => {
    await product.sandbox.post('/control/provider/inbound', { from, text })
    await eventually(async () => void (await untilProcessed(product)), 15_000)
  }
  const [known, stranger, gone] = [number(), number(), number()]
  for (const mobile of [known, gone]) await saveSentMessage(product, vendorId as VendorId, mobile)
  await product.post('/auto-replies', { keyword: 'price', reply: 'From 100 rupees.' }, { token })
  await writes(known, `What is the price of ${canaries.make('wish')}?`)
  await writes(stranger, canaries.make('words'))
  await writes(gone, canaries.make('words'))
  await writes(known, 'STOP')
  await product.sandbox.post('/control/provider/preferences', { from: known, value: 'stop' })

  const contactOf = async (search: string) =>
    eventually(async () => {
      const { body } = await product.post('/contacts/search', { search: `+${search}` }, { token })
      expect(body.data).toHaveLength(1)
      return body.data[0].id as string
    }, 15_000)
  const id = await contactOf(gone)
  await product.sandbox.put('/control/provider', { failRate: 1, failCode: 131026 })
  const reply = await product.post(`/conversations/${id}/messages`, { text: canaries.make('reply') }, { token })
  expect(reply.status).toBe(201)
  await eventually(async () => {
    const { data } = (await product.get(`/conversations/${id}/messages`, { token })).body
    expect(data[0]).toMatchObject({ id: reply.body.id, status: 'FAILED' })
  }, 15_000)
  const refusals = [
    await product.post(`/conversations/${await contactOf(known)}/messages`, { text: canaries.make('late') }, { token }),
    await product.post(`/conversations/${id}/messages`, { text: [canaries.make('odd')] }, { token }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([409, 400])
  expect((await product.del(`/contacts/${id}`, { token })).status).toBe(204)
  expect(canaries.findIn(JSON.stringify(refusals))).toEqual([])
  const tables = await expectNoTrace(product, canaries)
  expect(tables.get('public.inbound_message')?.split('\n')).toHaveLength(4)
  expect(tables.get('public.dead_letter')).toContain(reply.body.id)
})
