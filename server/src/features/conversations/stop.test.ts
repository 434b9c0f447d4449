import { beforeAll, describe, expect, test } from 'vitest'
import { bareSender } from '../../../tests/support/campaigns/campaigns.ts'
import { numbersFrom } from '../../../tests/support/contacts/contacts.ts'
import {
  deliverChanges,
  inboundValue,
  messageOf,
  optOutOf,
  receiveMessage,
  saveSentMessage,
} from '../../../tests/support/messaging/inbound.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'

const DAY = 86_400
const nextNumber = numbersFrom(63_000_000)
let product: TestProduct
let a: VendorId
let b: VendorId
beforeAll(async () => {
  product = await startProduct()
  a = (await bareSender(product, { contacts: 0 })).vendorId
  b = (await bareSender(product, { contacts: 0 })).vendorId
})

describe('STOP', () => {
  const scene = async () => {
    const from = nextNumber()
    return { from, first: await saveSentMessage(product, a, from), second: await saveSentMessage(product, b, from) }
  }
  const reasons = async (from: string) => [await optOutOf(product, a, from), await optOutOf(product, b, from)]
  /** No vendor wrote for more than a day. */
  const longAgo = (from: string) =>
    product.deps.db
      .updateTable('message_route')
      .set({ wrote_at: new Date(product.deps.clock.now().getTime() - 2 * DAY * 1_000) })
      .where('route_hash', '=', product.deps.blindIndex.of('message.route', PLATFORM, `+${from}`))
      .execute()

  test('opts out for the vendor whose message it answers', async () => {
    const { from, first } = await scene()
    await receiveMessage(product, { from, text: ' Stop! ', contextId: first.wamid })
    expect(await reasons(from)).toEqual(['STOP', undefined])
    await receiveMessage(product, { from, text: 'START', contextId: first.wamid })
    expect(await reasons(from)).toEqual([undefined, undefined])
  })

  test('opts out for the last sender when it answers no message', async () => {
    const { from } = await scene()
    await receiveMessage(product, { from, text: 'UNSUBSCRIBE' })
    expect(await reasons(from)).toEqual([undefined, 'STOP'])
    await receiveMessage(product, { from, text: 'start' })
    expect(await reasons(from)).toEqual([undefined, undefined])
  })

  test('without a route opts out for every vendor that wrote in thirty days, and START withdraws it', async () => {
    const { from } = await scene()
    await longAgo(from)
    await receiveMessage(product, { from, text: 'BAJA' })
    expect(await reasons(from)).toEqual(['STOP', 'STOP'])
    await receiveMessage(product, { from, text: 'Start' })
    expect(await reasons(from)).toEqual([undefined, undefined])
  })

  test('on a button counts as text', async () => {
    const { from, first } = await scene()
    const more = { type: 'button', button: { text: 'Stop', payload: 'stop:42' } }
    await receiveMessage(product, { from, more, contextId: first.wamid })
    expect(await reasons(from)).toEqual(['STOP', undefined])
  })

  test('inside a sentence does not count', async () => {
    const { from } = await scene()
    await receiveMessage(product, { from, text: 'please do not stop' })
    expect(await reasons(from)).toEqual([undefined, undefined])
  })

  test('and START out of order end as the person meant it, or opted out', async () => {
    const { from } = await scene()
    const at = Math.floor(product.deps.clock.now().getTime() / 1_000) - 100
    await receiveMessage(product, { from, text: 'STOP', seconds: at + 20 })
    await receiveMessage(product, { from, text: 'START', seconds: at + 10 })
    expect(await reasons(from)).toEqual([undefined, 'STOP'])
    const both = [
      messageOf(product, { from, text: 'STOP', seconds: at + 40 }),
      messageOf(product, { from, text: 'START', seconds: at + 30 }),
    ]
    await deliverChanges(product, [{ field: 'messages', value: inboundValue(both) }])
    expect(await reasons(from)).toEqual([undefined, 'STOP'])
  })

  const preference = (from: string, value: string, more: object = {}) => ({
    field: 'user_preferences',
    value: { user_preferences: [{ wa_id: from, category: 'marketing_messages', value, ...more }] },
  })

  test('at the provider opts out for every recent sender, and only a resume at the provider withdraws it', async () => {
    const { from, first } = await scene()
    const at = Math.floor(product.deps.clock.now().getTime() / 1_000)
    await deliverChanges(product, [preference(from, 'stop', { timestamp: at - 50 })])
    expect(await reasons(from)).toEqual(['PREFERENCE', 'PREFERENCE'])
    await receiveMessage(product, { from, text: 'START', contextId: first.wamid })
    expect(await reasons(from)).toEqual(['PREFERENCE', 'PREFERENCE'])
    await deliverChanges(product, [preference(from, 'resume', { timestamp: String(at - 60) })])
    expect(await reasons(from)).toEqual(['PREFERENCE', 'PREFERENCE'])
    await deliverChanges(product, [preference(from, 'resume', { timestamp: at - 40 })])
    expect(await reasons(from)).toEqual([undefined, undefined])
  })

  test('at the provider for another category, or with an unknown value, changes nothing', async () => {
    const { from } = await scene()
    await deliverChanges(product, [preference(from, 'stop', { category: 'service' }), preference(from, 'perhaps')])
    expect(await reasons(from)).toEqual([undefined, undefined])
    const event = await deliverChanges(product, [preference('nobody', 'stop'), preference(from, 'stop')])
    expect(event).toMatchObject({ status: 'FLAGGED' })
    expect(await reasons(from)).toEqual(['PREFERENCE', 'PREFERENCE'])
  })
})
