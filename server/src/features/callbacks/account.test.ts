import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { receiveMessage } from '../../../tests/support/messaging/inbound.ts'
import { callbackOf } from '../../../tests/support/messaging/provider-callbacks.ts'
import { callBack } from '../../../tests/support/messaging/templates.ts'
import { seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'

const SOON_MS = 30_000
const T = 1_790_000_000
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()

let product: TestProduct
let operator: TestOperator
beforeAll(async () => {
  product = await startProduct()
  operator = await seededOperator(product)
})

let nonce = 0
const report = async (field: string, value: object, seconds = T) => {
  const body = JSON.stringify({ ...callbackOf([{ field, value }], seconds), nonce: ++nonce })
  expect((await callBack(product, body)).status).toBe(200)
  await eventually(async () => {
    const waiting = await product.deps.db
      .selectFrom('webhook_inbox')
      .select('id')
      .where('status', '=', 'RECEIVED')
      .execute()
    expect(waiting).toEqual([])
  }, SOON_MS)
}
const get = async (path: string) => (await product.get(`/admin/provider${path}`, operator)).body

describe('what the provider reports about the account', () => {
  test('is listed once for operators, newest first and in pages; quality and limit are shown with their time', async () => {
    expect(await get('')).toMatchObject({ stopped: false, quality: null, messagingLimit: null, since: null })
    const flagged = { display_phone_number: '15550783881', event: 'FLAGGED', current_limit: 'TIER_10K' }
    for (let copies = 0; copies < 3; copies++) await report('phone_number_quality_update', flagged)
    await report('business_capability_update', { max_daily_conversation_per_phone: 2_000 }, T + 60)
    const banned = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } }
    await report('account_update', banned, T + 120)
    const template = { message_template_id: 77, message_template_name: 'offer', message_template_language: 'en' }
    const scores = { previous_quality_score: 'GREEN', new_quality_score: 'RED' }
    await report('message_template_quality_update', { ...template, ...scores }, T + 180)

    const first = await get('/events?pageSize=3')
    expect(first).toMatchObject({ total: 4, data: expect.any(Array) })
    const rest = await get(`/events?pageSize=3&cursor=${first.nextCursor}`)
    const events = [...first.data, ...rest.data]
    expect(events).toMatchObject([
      {
        field: 'message_template_quality_update',
        event: 'RED',
        details: { template: 'offer', language: 'en', previous_quality_score: 'GREEN' },
        at: iso(T + 180),
      },
      {
        field: 'account_update',
        event: 'DISABLED_UPDATE',
        details: { ban_info_waba_ban_state: 'SCHEDULE_FOR_DISABLE' },
      },
      { field: 'business_capability_update', event: null, details: { max_daily_conversation_per_phone: 2_000 } },
      { field: 'phone_number_quality_update', event: 'FLAGGED', at: iso(T) },
    ])
    expect(await get('')).toMatchObject({
      stopped: false,
      quality: 'FLAGGED',
      messagingLimit: '2000',
      since: iso(T + 60),
      qualitySince: iso(T + 60),
      stoppedSince: null,
    })
  })

  test('counts by its own time: an older report that arrives late changes nothing', async () => {
    await report('phone_number_quality_update', { event: 'UNFLAGGED', current_limit: 'TIER_100K' }, T + 600)
    await report('phone_number_quality_update', { event: 'FLAGGED', current_limit: 'TIER_1K' }, T + 500)
    expect(await get('')).toMatchObject({ quality: 'UNFLAGGED', messagingLimit: 'TIER_100K', since: iso(T + 600) })
    // A stop is more urgent, and the time of the quality stays visible.
    await product.post('/admin/provider/stop', undefined, operator)
    const stopped = await get('')
    expect(stopped).toMatchObject({ stopped: true, qualitySince: iso(T + 600), since: stopped.stoppedSince })
    await product.post('/admin/provider/resume', undefined, operator)
  })

  test('in an unknown shape is kept as far as it is plain, and one without a shape is flagged', async () => {
    const strange = { event: 7, 'Bad Name': 'x', deep: { er: { est: 1 } }, note: 'x'.repeat(1_000), ok: true }
    await report('account_update', strange, T + 700)
    const [event] = (await get('/events')).data
    expect(event).toMatchObject({ event: null, details: { note: 'x'.repeat(200), ok: true } })
    await report('account_update', [1] as never, T + 800)
    const flagged = await product.deps.db
      .selectFrom('webhook_inbox')
      .select('flag')
      .where('status', '=', 'FLAGGED')
      .execute()
    expect(flagged).toEqual([{ flag: 'UNREADABLE_ITEM' }])
  })
})

describe('incoming messages that no vendor matches', () => {
  test('are listed for operators with sender and text, newest first and in pages; others are not', async () => {
    await receiveMessage(product, { from: '919811100001', text: 'Is anybody there?' })
    const wamid = await receiveMessage(product, { from: '919811100002', text: 'Wrong number' })
    const first = await get('/unassigned?pageSize=1')
    expect(first).toMatchObject({
      total: 2,
      data: [{ wamid, from: '+919811100002', type: 'text', text: 'Wrong number' }],
    })
    const rest = await get(`/unassigned?pageSize=1&cursor=${first.nextCursor}`)
    expect(rest.data).toMatchObject([{ from: '+919811100001', text: 'Is anybody there?' }])
    const { rows } = await product.deps.db
      .selectFrom('inbound_message')
      .select('content_cipher')
      .execute()
      .then((all) => ({ rows: all.map(({ content_cipher: cipher }) => cipher.toString('latin1')).join() }))
    expect(rows).not.toContain('919811100001')
  })

  test('are for operators only, like the other lists', async () => {
    const vendor = await newVendor(product)
    for (const list of ['unassigned', 'discrepancies', 'events'])
      expect((await product.get(`/admin/provider/${list}`, vendor)).status).toBe(403)
  })
})
