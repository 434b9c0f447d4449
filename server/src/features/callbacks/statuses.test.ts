import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { messagesOf } from '../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { callsAt, callsByMessage, sendingCampaign, untilSent } from '../../../tests/support/messaging/dispatch.ts'
import { callbackOf } from '../../../tests/support/messaging/provider-callbacks.ts'
import { sealedId } from '../../../tests/support/messaging/sealed-id.ts'
import {
  booksOf,
  type GivenMessage,
  givenSending,
  messageRow,
  newPayer,
  newWamid,
} from '../../../tests/support/messaging/settlement.ts'
import { callBack } from '../../../tests/support/messaging/templates.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { Db } from '../../platform/db/db.ts'

const SOON_MS = 30_000
let product: TestProduct
let db: Db
beforeAll(async () => {
  product = await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '500' } })
  db = product.deps.db
})

const AT = 1_790_000_000
const status = ({ id, wamid }: Pick<GivenMessage, 'id' | 'wamid'>, word: string, more: object = {}) => ({
  id: wamid,
  status: word,
  timestamp: String(AT),
  recipient_id: '919876543210',
  biz_opaque_callback_data: id,
  ...more,
})
const bodyOf = (...batches: unknown[][]) =>
  JSON.stringify(
    callbackOf(
      batches.map((statuses) => ({
        field: 'messages',
        value: { messaging_product: 'whatsapp', metadata: { phone_number_id: '1' }, statuses },
      })),
    ),
  )
const events = () => db.selectFrom('webhook_inbox').selectAll().orderBy('id').execute()
async function receiveCallback(body: string) {
  expect((await callBack(product, body)).status).toBe(200)
  return eventually(async () => {
    const all = await events()
    expect(all.filter(({ status }) => status === 'RECEIVED')).toEqual([])
    return all.at(-1)
  }, SOON_MS)
}

describe('a callback about messages', () => {
  test('is read tolerantly: times as strings, numbers or missing, error codes, unknown statuses and fields', async () => {
    const vendorId = await newPayer(db)
    const { messages } = await givenSending(db, vendorId, [10, 20, 30, 40, 50])
    const [a, b, c, d, e] = messages as [GivenMessage, GivenMessage, GivenMessage, GivenMessage, GivenMessage]
    const event = await receiveCallback(
      bodyOf([
        status(a, 'sent', { timestamp: AT + 5, pricing: { billable: true, category: 'marketing' }, conversation: 7 }),
        status(b, 'delivered', { timestamp: 'soon', pricing: 'none', biz_opaque_callback_data: b.id }),
        status(c, 'failed', { errors: [{ code: 131_049, title: 'x', href: 'https://a/b' }, { code: 1 }] }),
        status(d, 'failed', { errors: 'many' }),
        status(e, 'played', { contacts: [{ wa_id: '1' }] }),
        status(e, 'read', { timestamp: undefined }),
      ]),
    )
    expect(event).toMatchObject({ status: 'DONE' })
    expect(await messageRow(db, a)).toMatchObject({ status: 'SENT', sent_at: new Date((AT + 5) * 1_000) })
    expect(await messageRow(db, b)).toMatchObject({ status: 'DELIVERED', delivered_at: event?.received_at })
    expect(await messageRow(db, c)).toMatchObject({
      status: 'FAILED',
      error_code: '131049',
      failed_at: new Date(AT * 1_000),
    })
    expect(await messageRow(db, d)).toMatchObject({ status: 'FAILED', error_code: null })
    expect(await messageRow(db, e)).toMatchObject({ status: 'DELIVERED', read_at: expect.any(Date) })
  })

  test('of three megabytes with a thousand statuses is settled except for the unreadable one', async () => {
    const vendorId = await newPayer(db)
    const stranger = await newPayer(db)
    const { campaignId, messages } = await givenSending(db, vendorId, Array<number>(700).fill(10))
    const other = await givenSending(db, stranger, Array<number>(250).fill(10))
    const unknown = Array.from({ length: 40 }, () => ({ id: crypto.randomUUID(), wamid: newWamid() }))
    const poison = [
      null,
      7,
      { id: 'wamid.\u0000', status: 'sent' },
      { id: 9, status: 'sent' },
      { id: newWamid(), status: 1 },
      { id: 'x'.repeat(2_000), status: 'sent' },
      [],
      'sent',
      { status: 'failed' },
      { id: newWamid() },
    ]
    const good = [...messages, ...other.messages, ...unknown].map((message) =>
      status(message, 'sent', { padding: 'ä/'.repeat(370) }),
    )
    const mixed = [...good.slice(0, 300), ...poison, ...good.slice(300)]
    const body = bodyOf(mixed)
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll('/', '\\/')
    expect(mixed).toHaveLength(1_000)
    expect(body.length).toBeGreaterThan(3_000_000)
    expect(await receiveCallback(body)).toMatchObject({ status: 'FLAGGED', flag: 'UNREADABLE_ITEM' })
    expect(await booksOf(db, vendorId, campaignId)).toMatchObject({ captured: 7_000, reserved: 0 })
    expect(await booksOf(db, stranger, other.campaignId)).toMatchObject({ captured: 2_500, reserved: 0 })
    const parked = await db.selectFrom('parked_status').select('wamid').execute()
    const sealed = await Promise.all(unknown.map(({ wamid }) => sealedId(product, wamid)))
    expect(new Set(parked.map(({ wamid }) => wamid))).toEqual(new Set(sealed))
    await db.deleteFrom('parked_status').execute()
  })

  test('repeated three times changes nothing more', async () => {
    const vendorId = await newPayer(db)
    const { messages } = await givenSending(db, vendorId, Array<number>(60).fill(10))
    const words = ['sent', 'delivered', 'failed', 'read', 'failed']
    const bodies = words.map((word, i) =>
      bodyOf(messages.filter((_, n) => (n * 7 + i) % 3 > 0).map((message) => status(message, word))),
    )
    for (const body of bodies) await receiveCallback(body)
    const before = await dump(db)
    // Other bytes, because the intake would ignore identical ones. The order is arbitrary.
    for (const copy of [1, 2, 3]) for (const body of bodies) await receiveCallback(body + ' '.repeat(copy))
    expect(await dump(db)).toEqual(before)
    for (const body of bodies) expect((await callBack(product, body)).status).toBe(200)
    expect(await dump(db)).toEqual(before)
  })

  test('about a number that refuses marketing opts it out for every vendor that wrote to it', async () => {
    const mobile = '919812345678'
    await product.sandbox.put('/control/provider', { silent: true })
    const [one, two] = [
      await sendingCampaign(product, { contacts: [{ mobile }] }),
      await sendingCampaign(product, { contacts: [{ mobile }] }),
    ]
    for (const { campaignId } of [one, two]) await untilSent(product, campaignId)
    await product.sandbox.put('/control/provider', { silent: false })
    const [message] = (await messagesOf(product, one.campaignId)) as unknown as [GivenMessage]
    await receiveCallback(bodyOf([status(message, 'failed', { errors: [{ code: 131_050 }] })]))
    await eventually(async () => {
      const stopped = await db.selectFrom('opt_out').selectAll().execute()
      const vendors = [one, two].map(({ sender }) => sender.vendorId)
      expect(new Set(stopped.map(({ vendor_id }) => vendor_id))).toEqual(new Set(vendors))
      expect(stopped.every(({ reason }) => reason === 'PROVIDER')).toBe(true)
    }, SOON_MS)
  })
})

const TABLES = [
  'message',
  'message_conflict',
  'wallet',
  'wallet_transaction',
  'wallet_hold',
  'subscription',
  'dead_letter',
  'parked_status',
] as const
/** Everything that callbacks may change. */
const dump = (from: Db) =>
  Promise.all(
    TABLES.map(
      async (table) => (await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(from)).rows,
    ),
  )

test('callbacks that all arrive before the provider’s answer are matched (100 messages)', async () => {
  await product.sandbox.put('/control/provider', { callbackBeforeReply: true, duplicateCallbacks: 1 })
  const { campaignId, sender } = await sendingCampaign(product, { contacts: 100 })
  await untilSent(product, campaignId)
  await eventually(async () => {
    const rows = await messagesOf(product, campaignId)
    expect(rows.filter(({ settled_as }) => settled_as === 'CAPTURED')).toHaveLength(100)
  }, SOON_MS)
  const rows = await messagesOf(product, campaignId)
  const calls = (await callsAt(product.sandbox)).filter(({ biz_opaque_callback_data: id }) =>
    rows.some((row) => row.id === id),
  )
  expect([...callsByMessage(calls).values()]).toEqual(Array<number>(100).fill(1))
  expect((await booksOf(db, sender.vendorId)).conversations).toEqual({ used: 100, reserved: 0 })
  await product.sandbox.put('/control/provider', { callbackBeforeReply: false, duplicateCallbacks: 0 })
})
