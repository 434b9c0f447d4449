import { beforeAll, describe, expect, test } from 'vitest'
import { addMoney, newSender, type Sender } from '../../../../tests/support/campaigns/campaigns.ts'
import { numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { callsAt } from '../../../../tests/support/messaging/dispatch.ts'
import {
  inboundValue,
  messageOf,
  receiveMessage,
  saveSentMessage,
  singlesOf,
  stored,
  untilProcessed,
} from '../../../../tests/support/messaging/inbound.ts'
import { callbackOf } from '../../../../tests/support/messaging/provider-callbacks.ts'
import { callBack } from '../../../../tests/support/messaging/templates.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { AUTO_REPLIES_PER_CONTACT_HOUR_MAX, AUTO_REPLIES_PER_VENDOR_MAX } from '../../../domain/limits.ts'
import { newId } from '../../../platform/ids.ts'

const SOON_MS = 20_000
const nextNumber = numbersFrom(65_000_000)
let product: TestProduct
let sender: Sender
beforeAll(async () => {
  product = await startProduct({ sandbox: true })
  sender = await newSender(product, { contacts: 0 })
  for (const [keyword, reply] of Object.entries({
    price: 'From 100 rupees.',
    'price list': 'example.com',
    start: 'Welcome.',
  }))
    expect((await addRule(sender, keyword, reply)).status).toBe(201)
})

const addRule = (who: { token: string }, keyword: string, reply: string, more: object = {}) =>
  product.post('/auto-replies', { keyword, reply, ...more }, who)
const person = async (vendorId: VendorId = sender.vendorId) => {
  const mobile = nextNumber()
  await saveSentMessage(product, vendorId, mobile)
  return mobile
}
/** The auto-replies to a number, in the order in which they were queued. */
const answersTo = async (mobile: string, vendorId: VendorId = sender.vendorId) => {
  const hash = product.deps.blindIndex.of('contact.mobile', vendorId, `+${mobile}`)
  return (await singlesOf(product, vendorId)).filter(({ mobile_hash }) => mobile_hash.equals(hash))
}

describe('a rule', () => {
  test('is added, listed, changed and deleted, and a keyword exists once in any spelling', async () => {
    const { status, body } = await addRule(sender, ' Opening  Hours ', 'Nine to six.\nNot on Sundays.')
    expect({ status, body }).toMatchObject({ status: 201, body: { keyword: 'Opening  Hours', isActive: true } })
    expect(await addRule(sender, 'opening hours!', 'x')).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    })
    const listed = await product.get('/auto-replies', sender)
    expect(listed.body).toMatchObject({
      total: 4,
      data: [{ id: body.id, reply: 'Nine to six.\nNot on Sundays.' }, {}, {}, {}],
    })
    const patch = (change: object) => product.patch(`/auto-replies/${body.id}`, change, sender)
    expect(await patch({ isActive: false, reply: 'Later.' })).toMatchObject({
      status: 200,
      body: { isActive: false, reply: 'Later.', keyword: 'Opening  Hours' },
    })
    expect(await patch({ keyword: 'PRICE' })).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
    const mobile = await person()
    await receiveMessage(product, { from: mobile, text: 'opening hours' })
    expect(await answersTo(mobile)).toEqual([])
    expect((await product.del(`/auto-replies/${body.id}`, sender)).status).toBe(204)
    expect((await patch({})).status).toBe(404)
  })

  test.each([
    [{ keyword: '?!', reply: 'x' }],
    [{ keyword: '', reply: 'x' }],
    [{ keyword: 'x'.repeat(101), reply: 'x' }],
    [{ keyword: 'x', reply: 'x'.repeat(4_097) }],
    [{ keyword: 'x', reply: '  ' }],
    [{ keyword: 'x' }],
    [{ keyword: 'x', reply: 'y', isActive: 'true' }],
  ])('like %j is refused', async (body) => {
    expect((await product.post('/auto-replies', body, sender)).status).toBe(400)
  })

  test('more than a hundred rules are refused, also with concurrent requests', async () => {
    const other = await newSender(product, { contacts: 0 })
    const { vendorId: vendor_id } = other
    const now = product.deps.clock.now()
    const rows = Array.from({ length: AUTO_REPLIES_PER_VENDOR_MAX - 2 }, (_, i) => ({
      keyword: `${i}`,
      folded: `${i}`,
    }))
    await product.deps.db
      .insertInto('auto_reply')
      .values(
        rows.map((row) => ({ ...row, vendor_id, id: newId<'x'>(), reply: 'x', created_at: now, updated_at: now })),
      )
      .execute()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => addRule(other, `word ${i}`, 'x')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
  })
})

test('a message is answered once, as a reply to it, by the best matching rule', async () => {
  const mobile = await person()
  await product.sandbox.put('/control/provider', { duplicateCallbacks: 4 })
  const { body } = await product.sandbox.post('/control/provider/inbound', {
    from: mobile,
    text: 'Your price list, please',
  })
  const call = await eventually(async () => {
    const calls = (await callsAt(product.sandbox)).filter(({ to }) => to === mobile)
    expect(calls).toHaveLength(1)
    return calls[0]
  }, SOON_MS)
  await product.sandbox.put('/control/provider', { duplicateCallbacks: 0 })
  expect(call?.body).toMatchObject({ type: 'text', text: { body: 'example.com' }, context: { message_id: body.wamid } })
  await eventually(async () => expect(await answersTo(mobile)).toMatchObject([{ status: 'DELIVERED' }]), SOON_MS)
})

test('many concurrent copies of a message get one auto-reply', async () => {
  const mobile = await person()
  const value = inboundValue([messageOf(product, { from: mobile, text: 'price?' })])
  await Promise.all(
    Array.from({ length: 30 }, async (_, copy) => {
      const body = JSON.stringify({ ...callbackOf([{ field: 'messages', value }]), copy })
      expect((await callBack(product, body)).status).toBe(200)
    }),
  )
  await untilProcessed(product)
  expect(await answersTo(mobile)).toHaveLength(1)
})

test('the same auto-reply is sent once a minute, and another one at once', async () => {
  const mobile = await person()
  const ask = (text: string) => messageOf(product, { from: mobile, text })
  const bodies = Array.from({ length: 8 }, () => inboundValue([ask('price')])).map((value) =>
    JSON.stringify(callbackOf([{ field: 'messages', value }])),
  )
  await Promise.all(bodies.map((body) => callBack(product, body)))
  await untilProcessed(product)
  expect(await answersTo(mobile)).toHaveLength(1)
  await receiveMessage(product, { from: mobile, text: 'price list' })
  expect(await answersTo(mobile)).toHaveLength(2)
  await product.advance(61)
  await receiveMessage(product, { from: mobile, text: 'price' })
  expect(await answersTo(mobile)).toHaveLength(3)
})

test('two auto-responders that answer each other stop', async () => {
  const mobile = await person()
  for (let i = 0; i < AUTO_REPLIES_PER_CONTACT_HOUR_MAX + 3; i++) {
    await receiveMessage(product, { from: mobile, text: 'price' })
    await product.advance(61)
  }
  expect(await answersTo(mobile)).toHaveLength(AUTO_REPLIES_PER_CONTACT_HOUR_MAX)
})

describe('no auto-reply is sent', () => {
  test('to a STOP or anything after it, while a START may be answered', async () => {
    await addRule(sender, 'stop', 'Do not go!')
    const mobile = await person()
    await receiveMessage(product, { from: mobile, text: 'Stop' })
    await receiveMessage(product, { from: mobile, text: 'price' })
    expect(await answersTo(mobile)).toEqual([])
    await receiveMessage(product, { from: mobile, text: 'START' })
    expect(await answersTo(mobile)).toHaveLength(1)
  })

  test('by a vendor whose subscription is frozen, while messages are still received', async () => {
    const frozen = await newSender(product, { contacts: 0 })
    await addRule(frozen, 'price', 'x')
    const past_due_at = new Date(product.deps.clock.now().getTime() - 30 * DAY_MS)
    await product.deps.db
      .updateTable('subscription')
      .set({ past_due_at })
      .where('vendor_id', '=', frozen.vendorId)
      .execute()
    const mobile = await person(frozen.vendorId)
    const wamid = await receiveMessage(product, { from: mobile, text: 'price' })
    expect(await stored(product, wamid)).toMatchObject({ vendor_id: frozen.vendorId })
    expect(await answersTo(mobile, frozen.vendorId)).toEqual([])
  })

  test('to pictures, locations and reactions, whatever their text', async () => {
    const mobile = await person()
    await receiveMessage(product, { from: mobile, more: { type: 'image', image: { id: '1', caption: 'price' } } })
    await receiveMessage(product, {
      from: mobile,
      more: { type: 'location', location: { latitude: 1, longitude: 1, name: 'price' } },
    })
    expect(await answersTo(mobile)).toEqual([])
  })

  test('to a country without a price, and the message is stored', async () => {
    const mobile = '33612345678'
    await saveSentMessage(product, sender.vendorId, mobile)
    const wamid = await receiveMessage(product, { from: mobile, text: 'price' })
    expect(await stored(product, wamid)).toMatchObject({ vendor_id: sender.vendorId })
    expect(await answersTo(mobile)).toEqual([])
    expect(product.logLines.join('\n')).toContain('auto_reply.skipped')
  })
})

test('without money an auto-reply waits, notifies the vendor, and is sent after a recharge', async () => {
  const poor = await newSender(product, { contacts: 0, balanceMinorUnit: 0 })
  await addRule(poor, 'price', 'From 100 rupees.')
  const mobile = await person(poor.vendorId)
  await product.sandbox.post('/control/provider/inbound', { from: mobile, text: 'price' })
  await eventually(async () => {
    expect(await answersTo(mobile, poor.vendorId)).toMatchObject([{ status: 'QUEUED', is_unfunded: true }])
  }, SOON_MS)
  const [{ contactId }] = (await product.get('/conversations', poor)).body.data
  const [answer] = (await product.get(`/conversations/${contactId}/messages`, poor)).body.data
  expect(answer).toMatchObject({ kind: 'AUTO_REPLY', waitsForMoney: true })
  await eventually(async () => {
    const { data } = (await product.get('/notifications', poor)).body
    expect(data.map(({ kind }: { kind: string }) => kind)).toContain('MESSAGES_WAITING')
  }, SOON_MS)
  await addMoney(product, poor.vendorId, 15)
  await eventually(async () => {
    expect(await answersTo(mobile, poor.vendorId)).toMatchObject([{ status: 'DELIVERED', is_unfunded: false }])
  }, SOON_MS)
})
