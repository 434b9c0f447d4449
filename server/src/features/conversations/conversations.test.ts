import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMoney, newSender, type Sender } from '../../../tests/support/campaigns/campaigns.ts'
import { numbersFrom } from '../../../tests/support/contacts/contacts.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { callsAt } from '../../../tests/support/messaging/dispatch.ts'
import {
  deliverChanges,
  inboundValue,
  messageOf,
  receiveMessage,
  saveSentMessage,
  untilProcessed,
} from '../../../tests/support/messaging/inbound.ts'
import { figuresOf } from '../../../tests/support/money/wallets.ts'
import { signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'

const SOON_MS = 20_000
const HOUR = 3_600
const nextNumber = numbersFrom(64_000_000)
let product: TestProduct
let sender: Sender
beforeAll(async () => {
  product = await startProduct({ sandbox: true })
  sender = await newSender(product, { contacts: 0 })
})

/** A contact to whom the vendor wrote, and who answers through the sandbox. */
async function person(text = 'Is the shop open?') {
  const mobile = nextNumber()
  await saveSentMessage(product, sender.vendorId, mobile)
  await product.sandbox.post('/control/provider/inbound', { from: mobile, text })
  return { mobile, id: await contactId(mobile) }
}
const contactId = (mobile: string): Promise<string> =>
  eventually(async () => {
    const { body } = await product.post('/contacts/search', { search: `+${mobile}` }, sender)
    expect(body.data).toHaveLength(1)
    return body.data[0].id
  }, SOON_MS)
const conversations = async (query = '') => (await product.get(`/conversations${query}`, sender)).body
const thread = async (id: string, query = '') =>
  (await product.get(`/conversations/${id}/messages${query}`, sender)).body
const say = (id: string, text: string, headers: Record<string, string> = {}) =>
  product.post(`/conversations/${id}/messages`, { text }, { token: sender.token, headers })
const untilReply = (id: string, status: string) =>
  eventually(async () => {
    const [last] = (await thread(id)).data
    expect(last.status).toBe(status)
    return last
  }, SOON_MS)
const setAllowance = async (used: number) => {
  const now = product.deps.clock.now()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  await product.deps.db
    .insertInto('service_allowance')
    .values({ vendor_id: sender.vendorId, month, used })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'month']).doUpdateSet({ used }))
    .execute()
}

test('a contact writes and is answered: list, thread, delivery and price', async () => {
  const { id, mobile } = await person()
  const [listed] = (await conversations()).data
  expect(listed).toMatchObject({
    contactId: id,
    mobile,
    name: 'Sandbox person',
    unread: 1,
    lastMessage: { kind: 'INBOUND', type: 'text', text: 'Is the shop open?' },
    window: { open: true },
    optedOutAt: null,
  })
  expect(new Date(listed.window.closesAt).getTime() - new Date(listed.lastMessageAt).getTime()).toBe(24 * HOUR * 1_000)

  const before = await figuresOf(product.deps.db, sender.vendorId)
  const answer = await say(id, 'Until six.\nSee you!')
  expect(answer).toMatchObject({ status: 201, body: { kind: 'REPLY', status: 'QUEUED', text: 'Until six.\nSee you!' } })
  await untilReply(id, 'DELIVERED')
  const calls = (await callsAt(product.sandbox)).filter((call) => call.biz_opaque_callback_data === answer.body.id)
  expect(calls).toMatchObject([{ to: mobile, body: { type: 'text', text: { body: 'Until six.\nSee you!' } } }])
  expect(await thread(id)).toMatchObject({
    total: 2,
    data: [
      { kind: 'REPLY', type: 'text', errorCode: null, waitsForMoney: false },
      { kind: 'INBOUND', text: 'Is the shop open?', status: null },
    ],
  })
  expect((await conversations()).data[0].lastMessage).toMatchObject({ kind: 'REPLY', text: 'Until six.\nSee you!' })
  // one of the first thousand of the month
  expect((await figuresOf(product.deps.db, sender.vendorId)).balance).toBe(before.balance)

  const read = await product.post(`/conversations/${id}/read`, undefined, sender)
  expect(read).toMatchObject({ status: 200, body: { contactId: id, unread: 0 } })
  expect((await conversations('?unread=true')).data).toEqual([])
})

test('the thousandth reply of a month is free, and the next costs the price of its country', async () => {
  const { id } = await person()
  await setAllowance(999)
  const before = await figuresOf(product.deps.db, sender.vendorId)
  await say(id, 'free')
  await untilReply(id, 'DELIVERED')
  expect((await figuresOf(product.deps.db, sender.vendorId)).rows).toBe(before.rows)
  await say(id, 'paid')
  await untilReply(id, 'DELIVERED')
  const after = await figuresOf(product.deps.db, sender.vendorId)
  // 0.0014 USD at 83.33 with 25 %: 15 paise
  expect([before.balance - after.balance, after.rows - before.rows]).toEqual([15n, 1n])
  await setAllowance(0)
})

test('a reply requested twice with one idempotency key is sent once', async () => {
  const { id } = await person()
  const headers = { 'idempotency-key': randomUUID() }
  const [first, again] = [await say(id, 'once', headers), await say(id, 'once', headers)]
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  expect((await thread(id)).total).toBe(2)
})

test.each([
  ['nothing', { text: ' ' }],
  ['more than 4096 characters', { text: 'x'.repeat(4_097) }],
  ['a control character', { text: 'a\u0007b' }],
  ['something else', { text: 'a', type: 'text' }],
])('a reply of %s is refused', async (_, body) => {
  const { id } = await person()
  expect((await product.post(`/conversations/${id}/messages`, body, sender)).status).toBe(400)
})

describe('a reply is refused', () => {
  test('to a contact that never wrote', async () => {
    const { body } = await product.post('/contacts', { mobile: nextNumber() }, sender)
    expect(await say(body.id, 'Hello')).toMatchObject({ status: 409, body: { code: 'WINDOW_CLOSED' } })
    expect(await thread(body.id)).toMatchObject({ total: 0 })
    expect((await product.post(`/conversations/${body.id}/read`, undefined, sender)).status).toBe(404)
  })

  test('after STOP until START, and queued replies are not sent', async () => {
    const { id, mobile } = await person()
    await product.deps.db.updateTable('provider_state').set({ stopped_code: 190, stopped_at: new Date() }).execute()
    const waiting = await say(id, 'already written')
    await product.sandbox.post('/control/provider/inbound', { from: mobile, text: 'STOP' })
    await eventually(async () => expect((await conversations()).data[0].optedOutAt).not.toBeNull(), SOON_MS)
    await product.deps.db.updateTable('provider_state').set({ stopped_code: null, stopped_at: null }).execute()
    expect(await say(id, 'Please stay')).toMatchObject({ status: 409, body: { code: 'OPTED_OUT' } })
    await eventually(async () => {
      const message = (await thread(id)).data.find((one: { id: string }) => one.id === waiting.body.id)
      expect(message).toMatchObject({ status: 'FAILED', errorCode: 'OPTED_OUT' })
    }, SOON_MS)
    const called = (await callsAt(product.sandbox)).filter(({ to }) => to === mobile)
    expect(called).toEqual([])
    await product.sandbox.post('/control/provider/inbound', { from: mobile, text: 'start' })
    await eventually(async () => expect((await say(id, 'Welcome back')).status).toBe(201), SOON_MS)
  })

  test('with an empty wallet and with a frozen subscription', async () => {
    const { id } = await person()
    const poor = await newSender(product, { contacts: 0, balanceMinorUnit: 0 })
    await saveSentMessage(product, poor.vendorId, (await product.get(`/contacts/${id}`, sender)).body.mobile)
    const { mobile } = (await product.get(`/contacts/${id}`, sender)).body
    await receiveMessage(product, { from: mobile, text: 'and you?' })
    const [own] = (await product.get('/conversations', poor)).body.data
    const asked = () => product.post(`/conversations/${own.contactId}/messages`, { text: 'Hi' }, poor)
    expect(await asked()).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_BALANCE', requiredMinorUnit: 15, balanceMinorUnit: 0, shortfallMinorUnit: 15 },
    })
    await addMoney(product, poor.vendorId, 100)
    expect((await asked()).status).toBe(201)
    const past = new Date(product.deps.clock.now().getTime() - 30 * 24 * HOUR * 1_000)
    await product.deps.db
      .updateTable('subscription')
      .set({ past_due_at: past })
      .where('vendor_id', '=', poor.vendorId)
      .execute()
    expect(await asked()).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_FROZEN' } })
    await receiveMessage(product, { from: mobile, text: 'still there?' })
    expect((await product.get('/conversations', poor)).body.data[0]).toMatchObject({ unread: 2 })
  })
})

test('lists and threads are paged by page and by cursor without gaps, newest first', async () => {
  const people = [await person('one'), await person('two'), await person('three')]
  const first = await conversations('?pageSize=2')
  const rest = await conversations(`?pageSize=100&cursor=${encodeURIComponent(first.nextCursor)}`)
  const ids = [...first.data, ...rest.data].map(({ contactId: id }: { contactId: string }) => id)
  expect(new Set(ids).size).toBe(first.total)
  const times = [...first.data, ...rest.data].map(({ lastMessageAt }: { lastMessageAt: string }) => lastMessageAt)
  expect(times).toEqual(times.toSorted().toReversed())
  const { id, mobile } = people[0] as (typeof people)[0]
  const many = Array.from({ length: 5 }, (_, i) => messageOf(product, { from: mobile, text: `n${i}` }))
  await deliverChanges(product, [{ field: 'messages', value: inboundValue(many) }])
  const texts: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await thread(id, `?pageSize=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    texts.push(...page.data.map(({ text }: { text: string }) => text))
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  expect(texts.toSorted()).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'one'])
})

test('deleting a contact deletes its conversation and its queued messages', async () => {
  const { id } = await person('my address is 1 Road')
  const { body } = await say(id, 'Thank you')
  expect((await product.del(`/contacts/${id}`, sender)).status).toBe(204)
  expect((await product.get(`/conversations/${id}/messages`, sender)).status).toBe(404)
  const row = await product.deps.db
    .selectFrom('message')
    .select('content_cipher')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(row.content_cipher).toBeNull()
})

test('the window closes 24 hours after the last message, and opens with the next', async () => {
  const { id, mobile } = await person()
  await untilProcessed(product)
  await product.advance(24 * HOUR + 60)
  sender.token = (await signIn(product, sender.email)).body.accessToken
  expect(await say(id, 'Too late')).toMatchObject({ status: 409, body: { code: 'WINDOW_CLOSED' } })
  const listed = (await conversations('?pageSize=100')).data.find((one: { contactId: string }) => one.contactId === id)
  expect(listed.window.open).toBe(false)
  await saveSentMessage(product, sender.vendorId, mobile)
  await product.sandbox.post('/control/provider/inbound', { from: mobile, text: 'Now?' })
  await eventually(async () => expect((await say(id, 'Now!')).status).toBe(201), SOON_MS)
  await untilReply(id, 'DELIVERED')
})
