import { beforeAll, describe, expect, test } from 'vitest'
import { bareSender } from '../../../tests/support/campaigns/campaigns.ts'
import { numbersFrom } from '../../../tests/support/contacts/contacts.ts'
import {
  deliverChanges,
  inboundValue,
  messageOf,
  newWamid,
  receiveMessage,
  saveSentMessage,
  stored,
  untilProcessed,
} from '../../../tests/support/messaging/inbound.ts'
import { callbackOf } from '../../../tests/support/messaging/provider-callbacks.ts'
import { sealedId } from '../../../tests/support/messaging/sealed-id.ts'
import { callBack } from '../../../tests/support/messaging/templates.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { codecFor } from '../contacts/codec.ts'
import { purgeConversations } from './purge.ts'

const DAY = 86_400
const nextNumber = numbersFrom(62_000_000)
let product: TestProduct
let a: VendorId
let b: VendorId
beforeAll(async () => {
  product = await startProduct()
  a = (await bareSender(product, { contacts: 0 })).vendorId
  b = (await bareSender(product, { contacts: 0 })).vendorId
})

const contactsAt = async (vendorId: VendorId, mobile: string) => {
  const codec = await codecFor(product.deps, product.deps.db, vendorId)
  const rows = await product.deps.db
    .selectFrom('contact')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('mobile_hash', '=', codec.hash(mobile))
    .execute()
  return rows.map((row) => ({ id: row.id, source: row.source, ...codec.open(row.profile_cipher) }))
}
const conversation = async (contactId: string) =>
  product.deps.db.selectFrom('conversation').selectAll().where('contact_id', '=', contactId).executeTakeFirst()

describe('a message', () => {
  test('that answers one of two vendors reaches that one, even if the other wrote later', async () => {
    const from = nextNumber()
    const first = await saveSentMessage(product, a, from)
    const second = await saveSentMessage(product, b, from)
    const answer = await stored(product, await receiveMessage(product, { from, contextId: first.wamid }))
    expect(answer).toMatchObject({ vendor_id: a, answers_message_id: first.id })
    const plain = await stored(product, await receiveMessage(product, { from }))
    expect(plain).toMatchObject({ vendor_id: b, answers_message_id: second.id })
    const [atA, atB] = [await contactsAt(a, from), await contactsAt(b, from)]
    expect([atA.length, atB.length]).toEqual([1, 1])
    expect([answer?.contact_id, plain?.contact_id]).toEqual([atA[0]?.id, atB[0]?.id])
  })

  test('without a reference belongs to the last sender for a day, and then to no vendor', async () => {
    const from = nextNumber()
    const { id } = await saveSentMessage(product, a, from)
    const at = Math.floor(product.deps.clock.now().getTime() / 1_000)
    const vendorOf = async (seconds: number) =>
      (await stored(product, await receiveMessage(product, { from, seconds })))?.vendor_id
    expect(await vendorOf(at)).toBe(a)
    await product.deps.db
      .updateTable('message_route')
      .set({ wrote_at: new Date((at - DAY + 60) * 1_000) })
      .where('message_id', '=', id)
      .execute()
    expect(await vendorOf(at)).toBe(a)
    await product.deps.db
      .updateTable('message_route')
      .set({ wrote_at: new Date((at - DAY - 60) * 1_000) })
      .where('message_id', '=', id)
      .execute()
    expect(await vendorOf(at)).toBe(PLATFORM)
  })

  test('from an unknown number is stored without a vendor and creates no contact', async () => {
    const from = nextNumber()
    const wamid = await receiveMessage(product, { from, text: 'who is this?', contextId: newWamid() })
    expect(await stored(product, wamid)).toMatchObject({
      vendor_id: PLATFORM,
      contact_id: null,
      answers_message_id: null,
      content: { text: 'who is this?' },
    })
    expect(await contactsAt(a, from)).toEqual([])
  })

  test('from a new number creates a contact with the profile name, and a known contact is unchanged', async () => {
    const from = nextNumber()
    await saveSentMessage(product, a, from)
    await receiveMessage(product, { from }, '  Asha\u202e  Rao ')
    expect(await contactsAt(a, from)).toMatchObject([{ source: 'INBOUND', name: 'Asha Rao', mobile: from }])
    await receiveMessage(product, { from }, 'Somebody else')
    expect(await contactsAt(a, from)).toMatchObject([{ name: 'Asha Rao' }])
  })

  test('that is repeated, also concurrently, is stored and counted once', async () => {
    const from = nextNumber()
    await saveSentMessage(product, a, from)
    const message = messageOf(product, { from })
    const bodies = Array.from({ length: 20 }, (_, copy) =>
      JSON.stringify({ ...callbackOf([{ field: 'messages', value: inboundValue([message, message]) }]), copy }),
    )
    await Promise.all(bodies.map(async (body) => expect((await callBack(product, body)).status).toBe(200)))
    await untilProcessed(product)
    const contact = (await contactsAt(a, from))[0]
    expect(await conversation(contact?.id ?? '')).toMatchObject({ unread: 1 })
    await receiveMessage(product, { from, wamid: message.id })
    expect(await conversation(contact?.id ?? '')).toMatchObject({ unread: 1 })
    await receiveMessage(product, { from })
    expect(await conversation(contact?.id ?? '')).toMatchObject({ unread: 2 })
  })

  test('from a number that the provider spells differently belongs to the same contact', async () => {
    const dialled = '5521987650001'
    await saveSentMessage(product, a, dialled)
    await receiveMessage(product, { from: '552187650001' })
    expect(await contactsAt(a, dialled)).toMatchObject([{ source: 'INBOUND', mobile: dialled }])
    await receiveMessage(product, { from: dialled })
    const [contact] = await contactsAt(a, dialled)
    expect(await conversation(contact?.id ?? '')).toMatchObject({ unread: 2 })
  })

  test.each<[string, object, object]>([
    ['button', { text: 'Yes please', payload: 'yes:1' }, { text: 'Yes please', payload: 'yes:1' }],
    [
      'interactive',
      { type: 'button_reply', button_reply: { id: 'b1', title: 'Later' } },
      { text: 'Later', payload: 'b1' },
    ],
    [
      'interactive',
      { type: 'list_reply', list_reply: { id: 'l1', title: 'Large', description: 'x' } },
      { text: 'Large', payload: 'l1' },
    ],
    [
      'image',
      { id: '1', mime_type: 'image/jpeg', sha256: 'x', caption: 'My order' },
      { text: 'My order', media: { mimeType: 'image/jpeg', filename: null } },
    ],
    ['video', { id: '1', mime_type: 'video/mp4' }, { text: '', media: { mimeType: 'video/mp4', filename: null } }],
    ['audio', { id: '1', mime_type: 'audio/ogg; codecs=opus', voice: true }, { text: '' }],
    [
      'document',
      { id: '1', mime_type: 'application/pdf', filename: 'bill.pdf' },
      { text: '', media: { mimeType: 'application/pdf', filename: 'bill.pdf' } },
    ],
    ['sticker', { id: '1', mime_type: 'image/webp', animated: false }, { media: { mimeType: 'image/webp' } }],
    [
      'location',
      { latitude: 19.07, longitude: 72.87, name: 'Shop', address: '1 Road' },
      { text: 'Shop, 1 Road', location: { latitude: 19.07, longitude: 72.87 } },
    ],
    ['reaction', { message_id: 'wamid.x', emoji: '👍🏽' }, { text: '👍🏽' }],
    ['reaction', { message_id: 'wamid.x' }, { text: '' }],
    [
      'order',
      { catalog_id: '1', text: 'Soon please', product_items: [{ product_retailer_id: 'SKU-1', quantity: '2' }] },
      { text: 'Soon please\n2 × SKU-1' },
    ],
    ['unsupported', {}, { text: '' }],
    ['some_new_kind', { secret: 1 }, { text: '' }],
    ['text', { body: 7 }, { text: '' }],
    ['location', { latitude: 'north' }, { text: '' }],
  ])('of type %s (%o) is stored as readable text', async (type, member, expected) => {
    const from = nextNumber()
    await saveSentMessage(product, a, from)
    const wamid = await receiveMessage(product, { from, more: { type, [type]: member } })
    expect(await stored(product, wamid)).toMatchObject({ type, content: expected, vendor_id: a })
  })

  test('with contact cards lists their names', async () => {
    const from = nextNumber()
    const cards = [{ name: { formatted_name: 'Ravi' }, phones: [{ phone: '+91 98' }, { phone: 7 }] }, 5]
    const wamid = await receiveMessage(product, { from, more: { type: 'contacts', contacts: cards.slice(0, 1) } })
    expect(await stored(product, wamid)).toMatchObject({ content: { text: 'Ravi +91 98' } })
    const odd = await receiveMessage(product, { from, more: { type: 'contacts', contacts: cards } })
    expect(await stored(product, odd)).toMatchObject({ content: { text: '' } })
  })

  test('of the provider itself, such as a changed number, opens no conversation', async () => {
    const from = nextNumber()
    await saveSentMessage(product, a, from)
    const system = { body: 'changed', wa_id: '919800000000', type: 'user_changed_number' }
    const wamid = await receiveMessage(product, { from, more: { type: 'system', system } })
    expect(await stored(product, wamid)).toMatchObject({ vendor_id: a, contact_id: null, content: { text: 'changed' } })
    expect(await contactsAt(a, from)).toEqual([])
  })

  test('between unreadable items is still received, and the event is flagged for an operator', async () => {
    const from = nextNumber()
    await saveSentMessage(product, a, from)
    const good = [
      messageOf(product, { from, contextId: 'no\u0000id' }),
      messageOf(product, { from, text: 'half a \ud83d and \u0000' }),
    ]
    const bad = [null, 7, { from, id: 'x y', type: 'text' }, { id: newWamid(), type: 'text' }, { from: 'me' }]
    const event = await deliverChanges(product, [
      { field: 'messages', value: inboundValue([bad[0], good[0], ...bad, good[1]]) },
    ])
    expect(event).toMatchObject({ status: 'FLAGGED', flag: 'UNREADABLE_ITEM' })
    for (const { id } of good) expect(await stored(product, id)).toMatchObject({ vendor_id: a })
  })

  test('dated ahead of our clock does not extend the conversation window', async () => {
    const from = nextNumber()
    await saveSentMessage(product, a, from)
    await receiveMessage(product, { from, seconds: Math.floor(Date.now() / 1_000) + 30 * DAY })
    const [contact] = await contactsAt(a, from)
    const { last_inbound_at: at } = (await conversation(contact?.id ?? '')) ?? {}
    expect(at?.getTime()).toBeLessThanOrEqual(product.deps.clock.now().getTime())
  })
})

describe('after thirty days', () => {
  test('reply routes and unassigned messages are deleted, and conversations stay', async () => {
    const [from, stranger] = [nextNumber(), nextNumber()]
    const { wamid } = await saveSentMessage(product, a, from)
    const kept = await receiveMessage(product, { from, contextId: wamid, text: 'kept' })
    const gone = await receiveMessage(product, { from: stranger })
    const routes = () =>
      product.deps.db
        .selectFrom('message_route')
        .select('vendor_id')
        .where('route_hash', '=', product.deps.blindIndex.of('message.route', PLATFORM, `+${from}`))
        .execute()
    const later = (days: number) => new Date(product.deps.clock.now().getTime() + days * DAY * 1_000)
    const purgeAt = (now: Date) => purgeConversations({ ...product.deps, clock: { now: () => now } })
    await purgeAt(later(29))
    expect(await routes()).toHaveLength(1)
    expect(await stored(product, gone)).toBeDefined()
    await purgeAt(later(31))
    expect(await routes()).toHaveLength(0)
    expect(await stored(product, gone)).toBeUndefined()
    const left = await stored(product, kept)
    expect(left).toMatchObject({ content: { text: 'kept' } })
    expect(left?.route_hash).toHaveLength(0)
  })
})

test('deleting a contact deletes its messages, and a repeated message does not create it again', async () => {
  const from = nextNumber()
  await saveSentMessage(product, a, from)
  const wamid = await receiveMessage(product, { from, text: 'my secret' })
  const [contact] = await contactsAt(a, from)
  await product.deps.db
    .deleteFrom('contact')
    .where('id', '=', contact?.id ?? '')
    .execute()
  const row = await product.deps.db
    .selectFrom('inbound_message')
    .selectAll()
    .where('wamid', '=', await sealedId(product, wamid))
    .executeTakeFirstOrThrow()
  expect([row.content_cipher.length, row.route_hash.length, row.mobile_hash, row.contact_id]).toEqual([
    0,
    0,
    null,
    null,
  ])
  expect(await conversation(contact?.id ?? '')).toBeUndefined()
  await receiveMessage(product, { from, wamid })
  expect(await contactsAt(a, from)).toEqual([])
})
