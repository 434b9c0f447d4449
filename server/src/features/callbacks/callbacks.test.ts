import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { countWaitingForLocks } from '../../../tests/support/database/locks.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { callbackOf, signatureOf } from '../../../tests/support/messaging/provider-callbacks.ts'
import { callBack, createTemplate, readTemplate, shortTemplate } from '../../../tests/support/messaging/templates.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { SANDBOX_SECRETS } from '../../platform/config/config.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'

const SOON_MS = 20_000
const SECRET = SANDBOX_SECRETS.PROVIDER_APP_SECRET
let product: TestProduct
let token: string
let providerIds = 1_689_556_908_129_835
beforeAll(async () => {
  product = await startProduct()
  product.deps.provider.createTemplate = async ({ category }) => ({
    providerId: String(++providerIds),
    status: 'PENDING',
    category,
  })
  token = (await newVendor(product)).token
})

const inbox = () => product.deps.db.selectFrom('webhook_inbox').selectAll().orderBy('id').execute()
const worked = () =>
  eventually(async () => {
    const events = await inbox()
    expect(events.filter(({ status }) => status === 'RECEIVED')).toEqual([])
    return events
  }, SOON_MS)

interface Known {
  id: string
  providerId: number
  providerName: string
}
async function newTemplate(): Promise<Known> {
  const { id } = await createTemplate(product, token, shortTemplate({ category: 'MARKETING' }))
  const row = await product.deps.db.selectFrom('template').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { id, providerId: Number(row.provider_id), providerName: row.provider_name }
}
const named = ({ providerId, providerName }: Known) => ({
  message_template_id: providerId,
  message_template_name: providerName,
  message_template_language: 'en-US',
})
const status = (template: Known, event: string, more: object = {}) => ({
  field: 'message_template_status_update',
  value: { event, ...named(template), reason: 'NONE', ...more },
})
const category = (template: Known, value: object) => ({
  field: 'template_category_update',
  value: { ...named(template), ...value },
})
const deliverChanges = async (changes: { field: string; value: unknown }[], time?: number) =>
  expect((await callBack(product, JSON.stringify(callbackOf(changes, time)))).status).toBe(200)
const T = 1_800_000_000

describe('a signature', () => {
  const BODY = JSON.stringify(callbackOf([{ field: 'account_update', value: {} }]))
  const right = signatureOf(BODY)
  const hex = right.slice('sha256='.length)
  const flipped = (at: number) => hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1)
  const hmacOf = (algorithm: string, secret = SECRET) => createHmac(algorithm, secret).update(BODY).digest('hex')
  const FORGERIES: (string | undefined)[] = [
    undefined,
    '',
    hex,
    'sha256=',
    'sha256',
    `sha256=${hex.toUpperCase()}`,
    `SHA256=${hex}`,
    `sha256=${hex}0`,
    `sha256=${hex}\t0`,
    `sha256= ${hex}`,
    `sha256=0x${hex}`,
    `sha256:${hex}`,
    `sha256=${hex}, sha256=${hex}`,
    `sha1=${hmacOf('sha1')}`,
    `sha256=${hmacOf('sha1')}`,
    `sha512=${hmacOf('sha512')}`,
    `sha256=${hmacOf('sha512')}`,
    `sha256=${Buffer.from(hex, 'hex').toString('base64')}`,
    `sha256=${'0'.repeat(64)}`,
    `sha256=${'z'.repeat(64)}`,
    ...['', 'another app', SECRET.toUpperCase(), `${SECRET} `, SANDBOX_SECRETS.GATEWAY_WEBHOOK_SECRET].map((secret) =>
      signatureOf(BODY, secret),
    ),
    ...[1, 2, 10, 31, 32, 62, 63].map((length) => `sha256=${hex.slice(0, length)}`),
    ...Array.from({ length: 48 }, (_, at) => `sha256=${flipped(at)}`),
  ]

  test('that is forged in one of eighty ways is refused, and nothing is stored', async () => {
    expect(FORGERIES.length).toBeGreaterThanOrEqual(80)
    const before = (await inbox()).length
    for (const signature of FORGERIES) {
      const headers: Record<string, string> = signature === undefined ? {} : { 'x-hub-signature-256': signature }
      const answer = await callBack(product, BODY, headers)
      expect(answer, String(signature)).toMatchObject({ status: 401, body: { code: 'SIGNATURE_INVALID' } })
    }
    expect(await callBack(product, BODY, { 'x-hub-signature': `sha1=${hmacOf('sha1')}` })).toMatchObject({
      status: 401,
    })
    expect((await inbox()).length).toBe(before)
  })

  test.each(['/webhook/meta', '/webhook', '/api/v1/webhook/meta', '/api/v1/webhook', '/v1/webhook'])(
    'is required at %s',
    async (path) => {
      const forged = { 'x-hub-signature-256': signatureOf(BODY, 'another app') }
      for (const headers of [{}, forged]) expect((await callBack(product, BODY, headers, path)).status).toBe(401)
      expect((await callBack(product, BODY, { 'x-hub-signature-256': right }, path)).status).toBe(200)
    },
  )

  test('does not cover a body that was changed, or parsed and written again', async () => {
    const spaced = `{ "object":"whatsapp_business_account" ,\n"entry":[ ] }`
    const headers = { 'x-hub-signature-256': signatureOf(spaced) }
    for (const changed of [JSON.stringify(JSON.parse(spaced)), `${spaced} `, spaced.slice(1), ''])
      expect((await callBack(product, changed, headers)).status).toBe(401)
    expect((await callBack(product, spaced, headers)).status).toBe(200)
  })

  test('over unusual spacing and escapes is valid, and the body is read', async () => {
    const template = await newTemplate()
    const rejection = { rejection_info: { reason: 'Größe नमस्ते', recommendation: 'a/b' } }
    const body = JSON.stringify(
      callbackOf([status(template, 'REJECTED', { reason: 'SCAM', ...rejection })], T),
      null,
      '\t ',
    )
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll('/', '\\/')
    expect((await callBack(product, body)).status).toBe(200)
    await worked()
    expect(await readTemplate(product, token, template.id)).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'SCAM: Größe नमस्ते a/b',
    })
  })

  test('over three megabytes is accepted, and over more than four is not', async () => {
    const body = (bytes: number) => JSON.stringify({ ...callbackOf([]), padding: 'x'.repeat(bytes) })
    expect((await callBack(product, body(3_000_000))).status).toBe(200)
    expect((await callBack(product, body(4_300_000))).status).toBe(413)
  })
})

describe('callbacks about a template', () => {
  test('apply once and by the provider’s clock, in any order and however often they come', async () => {
    const events = [
      [T, 'APPROVED'],
      [T + 10, 'FLAGGED'],
      [T + 20, 'PAUSED'],
      [T + 20, 'APPROVED'],
      [T + 30, 'REINSTATED'],
      [T + 40, 'DISABLED'],
    ] as const
    const orders = [events, [...events].reverse(), [3, 0, 5, 1, 4, 2].map((at) => events[at] as (typeof events)[0])]
    for (const order of orders) {
      const template = await newTemplate()
      for (const [time, event] of [...order, ...order]) await deliverChanges([status(template, event)], time)
      await worked()
      expect((await readTemplate(product, token, template.id)).status).toBe('DISABLED')
    }
  })

  test('of fourteen kinds in one body all apply', async () => {
    const statuses = 'APPROVED REJECTED PAUSED DISABLED IN_APPEAL LIMIT_EXCEEDED ARCHIVED PENDING_DELETION DELETED'
    const expected = {
      ...Object.fromEntries(statuses.split(' ').map((event) => [event, event])),
      ...{ REINSTATED: 'APPROVED', UNARCHIVED: 'APPROVED', FLAGGED: 'PENDING', LOCKED: 'PENDING', toString: 'PENDING' },
    }
    const templates = new Map<string, Known>()
    for (const event of Object.keys(expected)) templates.set(event, await newTemplate())
    await deliverChanges([...templates].map(([event, template]) => status(template, event)))
    await worked()
    for (const [event, { id }] of templates)
      expect((await readTemplate(product, token, id)).status, event).toBe(expected[event as keyof typeof expected])
  })

  test('notify the vendor once', async () => {
    const template = await newTemplate()
    const before = (await product.get('/notifications', { token })).body.total
    const events = ['APPROVED', 'PAUSED', 'DISABLED']
    for (const [at, event] of events.entries()) {
      await deliverChanges([status(template, event)], T + at)
      await worked()
    }
    for (const [at, event] of events.entries())
      await deliverChanges([status(template, event), { field: 'other', value: 1 }], T + at)
    await worked()
    expect((await product.get('/notifications', { token })).body.total).toBe(before + 3)
  })

  test('about its category have two shapes, and new_category is in force in both', async () => {
    const template = await newTemplate()
    await deliverChanges([category(template, { new_category: 'MARKETING', correct_category: 'UTILITY' })], T)
    await worked()
    expect((await readTemplate(product, token, template.id)).category).toBe('MARKETING')
    await deliverChanges([category(template, { previous_category: 'MARKETING', new_category: 'UTILITY' })], T + 86_400)
    await worked()
    // reported late, from before the change
    await deliverChanges([status(template, 'APPROVED', { message_template_category: 'MARKETING' })], T + 10)
    await deliverChanges([category(template, { new_category: 'MARKETING' })], T + 20)
    await worked()
    const known = await readTemplate(product, token, template.id)
    expect(known).toMatchObject({ status: 'APPROVED', category: 'UTILITY', requestedCategory: 'MARKETING' })
  })

  test('about its quality are shown to the vendor', async () => {
    const template = await newTemplate()
    const value = { ...named(template), previous_quality_score: 'GREEN', new_quality_score: 'RED' }
    await deliverChanges([{ field: 'message_template_quality_update', value }], T)
    await worked()
    expect((await readTemplate(product, token, template.id)).quality).toBe('RED')
  })

  test('that arrive before the answer to its submission find it by name', async () => {
    const { provider } = product.deps
    const real = provider.createTemplate
    provider.createTemplate = async (form) => {
      const early = { id: '', providerId: ++providerIds, providerName: form.name }
      await deliverChanges([status(early, 'APPROVED')], T)
      await worked()
      return { providerId: String(early.providerId), status: 'PENDING', category: form.category }
    }
    const created = await createTemplate(product, token)
    provider.createTemplate = real
    expect(created.status).toBe('APPROVED')
  })

  test('that are handled while the answer is being written find it as well', async () => {
    const template = await newTemplate()
    const setId = (tx: Db, provider_id: string | null) =>
      tx.updateTable('template').set({ provider_id }).where('id', '=', template.id).execute()
    await setId(product.deps.db, null)
    await inTransaction(product.deps.db, async (tx) => {
      await setId(tx, String(template.providerId))
      await deliverChanges([status(template, 'APPROVED')], T)
      await eventually(async () => expect(await countWaitingForLocks(product.deps.db)).toBe(1), SOON_MS)
    })
    await worked()
    expect((await readTemplate(product, token, template.id)).status).toBe('APPROVED')
  })

  test('with ids that JavaScript would round find it', async () => {
    const [one, other] = [await newTemplate(), await newTemplate()]
    const setId = (id: string, provider_id: string) =>
      product.deps.db.updateTable('template').set({ provider_id }).where('id', '=', id).execute()
    await setId(one.id, '10212345678901234')
    await setId(other.id, '10212345678901235')
    const body = JSON.stringify(callbackOf([status({ ...one, providerId: 12_345 }, 'APPROVED')], T))
    expect((await callBack(product, body.replace('12345', '10212345678901235'))).status).toBe(200)
    await worked()
    expect((await readTemplate(product, token, one.id)).status).toBe('PENDING')
    expect((await readTemplate(product, token, other.id)).status).toBe('APPROVED')
  })

  test('between unreadable items still apply, and the event is flagged for an operator', async () => {
    const template = await newTemplate()
    const bad = [
      null,
      7,
      { field: 'message_template_status_update', value: { event: 1 } },
      { field: 'message_template_status_update', value: null },
      { field: 9 },
      { field: '__proto__', value: {} },
    ]
    const callback = callbackOf([...bad, status(template, 'APPROVED')] as never, T)
    const body = JSON.stringify({ ...callback, entry: [null, { changes: 1 }, ...callback.entry] })
    expect((await callBack(product, body)).status).toBe(200)
    const events = await worked()
    expect(events.at(-1)).toMatchObject({ status: 'FLAGGED', flag: 'UNREADABLE_ITEM' })
    expect((await readTemplate(product, token, template.id)).status).toBe('APPROVED')
  })

  test('about unknown templates or fields are stored and change nothing', async () => {
    const stranger = { id: '', providerId: 1, providerName: 'h1_of_nobody' }
    await deliverChanges([status(stranger, 'APPROVED'), { field: 'messages', value: { statuses: [] } }], T)
    expect((await worked()).at(-1)).toMatchObject({ status: 'DONE' })
  })
})
