import { beforeAll, expect, test } from 'vitest'
import { bareSender } from '../../../tests/support/campaigns/campaigns.ts'
import { accepted, givenReply, scriptedProvider, sendAll } from '../../../tests/support/messaging/dispatch.ts'
import { DAY } from '../../../tests/support/payments/subscriptions.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { resumeFunded } from '../messages/sending/resume-funded.ts'
import { sweepExpiredReplies } from './expired-replies.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'], env: { DISPATCH_RATE_PER_SECOND: '10000' } })
})

/** A vendor with one contact, who has just written. */
async function conversation(balanceMinorUnit = 1_000) {
  const { db, clock } = product.deps
  const { vendorId } = await bareSender(product, { contacts: 1, balanceMinorUnit })
  const { id: contactId } = await db
    .selectFrom('contact')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  const at = clock.now()
  const row = { vendor_id: vendorId, contact_id: contactId, last_message_at: at, last_inbound_at: at }
  await db.insertInto('conversation').values(row).execute()
  const writesAgain = () =>
    db.updateTable('conversation').set({ last_inbound_at: clock.now() }).where('contact_id', '=', contactId).execute()
  const queue = (kind: 'REPLY' | 'AUTO_REPLY' | 'TEST' = 'REPLY') =>
    givenReply(product, vendorId, 100n, { kind, contactId: kind === 'TEST' ? null : contactId })
  return { vendorId, writesAgain, queue }
}

const rowsOf = async (vendorId: VendorId) =>
  (
    await product.deps.db
      .selectFrom('message')
      .select(['kind', 'status', 'error_code'])
      .where('vendor_id', '=', vendorId)
      .orderBy('id')
      .execute()
  ).map(({ kind, status, error_code }) => [kind, error_code ?? status])

const walletOf = (vendorId: VendorId) =>
  product.deps.db
    .selectFrom('wallet')
    .select(['balance_minor_unit as balance', 'in_flight_minor_unit as inFlight'])
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()

test('a reply is sent until the window closes, and fails without a provider call afterwards', async () => {
  const { vendorId, queue } = await conversation()
  const { provider, calls } = scriptedProvider(accepted)
  const early = await queue()
  const late = await queue()
  await product.advance((24 * HOUR_MS) / 1_000 - 60)
  await sendAll(product.deps, vendorId, [early], provider)
  await product.advance(120)
  await sendAll(product.deps, vendorId, [late], provider)
  expect(calls.map(({ reference }) => reference)).toEqual([early])
  expect(await rowsOf(vendorId)).toEqual([
    ['REPLY', 'SENT'],
    ['REPLY', 'WINDOW_CLOSED'],
  ])
  expect(await walletOf(vendorId)).toEqual({ balance: 1_000n, inFlight: 100n })
})

test('a newer message of the contact lets a waiting reply go, and no auto-reply to an old message', async () => {
  const { vendorId, queue, writesAgain } = await conversation()
  const ids = [await queue('REPLY'), await queue('AUTO_REPLY')]
  await product.advance(DAY)
  await writesAgain()
  const fresh = await queue('AUTO_REPLY')
  const { provider, calls } = scriptedProvider(accepted)
  await sendAll(product.deps, vendorId, [...ids, fresh], provider)
  expect(calls.map(({ reference }) => reference).sort()).toEqual([ids[0], fresh].sort())
  expect(await rowsOf(vendorId)).toContainEqual(['AUTO_REPLY', 'WINDOW_CLOSED'])
})

test('replies that wait for money end when they are too late, and a recharge sends none of them', async () => {
  const { vendorId, queue, writesAgain } = await conversation(0)
  const ids = await Promise.all(Array.from({ length: 20 }, () => queue('AUTO_REPLY')))
  const open = await queue('REPLY')
  const trial = await queue('TEST')
  const { provider, calls } = scriptedProvider(accepted)
  await sendAll(product.deps, vendorId, [...ids, open, trial], provider)
  await product.advance(DAY - 60)
  await writesAgain()
  await sweepExpiredReplies(product.deps)
  expect((await rowsOf(vendorId)).every(([, status]) => status === 'QUEUED')).toBe(true)
  await product.advance(60)
  await sweepExpiredReplies(product.deps)
  const waiting = (await rowsOf(vendorId)).filter(([, status]) => status === 'QUEUED').map(([kind]) => kind)
  expect(waiting.sort()).toEqual(['REPLY', 'TEST'])
  expect(await walletOf(vendorId)).toEqual({ balance: 0n, inFlight: 0n })
  await product.advance(DAY)
  await sweepExpiredReplies(product.deps)
  await resumeFunded(product.deps)
  expect((await rowsOf(vendorId)).filter(([, status]) => status === 'WINDOW_CLOSED')).toHaveLength(21)
  expect(calls).toEqual([])
})

test('replies that wait for a plan end too', async () => {
  const { vendorId, queue } = await conversation()
  const ids = [await queue('REPLY'), await queue('AUTO_REPLY'), await queue('TEST')]
  await product.advance(60 * DAY)
  const { provider, calls } = scriptedProvider(accepted)
  await sendAll(product.deps, vendorId, ids, provider)
  expect((await rowsOf(vendorId)).map(([, status]) => status)).toEqual(['WINDOW_CLOSED', 'WINDOW_CLOSED', 'QUEUED'])
  expect(calls).toEqual([])
})
