import { beforeAll, expect, test } from 'vitest'
import { openTestPools } from '../../../../tests/support/database/open-database.ts'
import {
  booksOf,
  type GivenMessage,
  givenSingles,
  messageMoney,
  messageRow,
  newPayer,
  type SettleScene,
  settleDeps,
  settleUpdates,
  statusUpdate,
} from '../../../../tests/support/messaging/settlement.ts'
import { move, movement } from '../../../../tests/support/money/wallets.ts'
import { OffsetClock } from '../../../platform/clock/clock.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { releaseInFlight, tryHoldInFlight } from '../../wallet/in-flight.ts'
import { timeOutSingles } from '../settlement/parked-sweep.ts'

let db: Db
let deps: SettleScene
let other: SettleScene
beforeAll(async () => {
  const [ours, theirs] = await openTestPools(8)
  db = ours
  deps = settleDeps(ours)
  other = settleDeps(theirs)
})

const TEST = { category: 'UTILITY' } as const

test('a message outside campaigns is charged once, by its first billable status update', async () => {
  const vendorId = await newPayer(db, 100)
  const messages = await givenSingles(db, vendorId, [15, 15], TEST)
  const [a, b] = messages as [GivenMessage, GivenMessage]
  expect(await booksOf(db, vendorId)).toMatchObject({ balance: 100, inFlight: 30 })
  const updates = [statusUpdate(a, 'sent'), statusUpdate(a, 'delivered'), statusUpdate(b, 'read')]
  await Promise.all(Array.from({ length: 20 }, (_, i) => settleUpdates(i % 2 ? deps : other, updates)))
  expect(await booksOf(db, vendorId)).toMatchObject({
    balance: 70,
    inFlight: 0,
    conversations: { used: 2, reserved: 0 },
  })
  expect(new Set(await messageMoney(db, vendorId))).toEqual(
    new Set(messages.map(({ id }) => ({ type: 'DEBIT', key: `charge-msg-${id}`, amount: 15 }))),
  )
})

test('a message that fails is not charged, and one that fails after its charge is refunded to the same balance', async () => {
  const vendorId = await newPayer(db, 100)
  const [a, b] = (await givenSingles(db, vendorId, [15, 20], TEST)) as [GivenMessage, GivenMessage]
  await settleUpdates(deps, [statusUpdate(a, 'failed'), statusUpdate(b, 'sent')])
  expect(await booksOf(db, vendorId)).toMatchObject({ balance: 80, inFlight: 0 })
  await settleUpdates(deps, [statusUpdate(b, 'failed'), statusUpdate(a, 'failed')])
  expect(await booksOf(db, vendorId)).toMatchObject({
    balance: 100,
    inFlight: 0,
    conversations: { used: 0, reserved: 0 },
  })
  expect(await messageMoney(db, vendorId)).toEqual([
    { type: 'DEBIT', key: `charge-msg-${b.id}`, amount: 20 },
    { type: 'REFUND', key: `refund-msg-${b.id}`, amount: 20 },
  ])
})

test('a message that a release before charged under the provider’s id is refunded to that charge', async () => {
  const vendorId = await newPayer(db, 100)
  const [message] = (await givenSingles(db, vendorId, [20], TEST)) as [GivenMessage]
  const earlierKey = `charge-msg-${message.wamid}`
  const charge = { idempotencyKey: earlierKey, referenceType: 'MESSAGE', referenceId: message.id } as const
  await inTransaction(db, (tx) => releaseInFlight(tx, vendorId, 20n))
  await move(db, vendorId, [movement('DEBIT', 20, charge)])
  await db
    .updateTable('message')
    .set({ wamid: message.wamid, status: 'SENT', settled_as: 'CAPTURED' })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', message.id)
    .execute()
  await settleUpdates(deps, [statusUpdate(message, 'failed')])
  expect(await messageMoney(db, vendorId)).toEqual([
    { type: 'DEBIT', key: earlierKey, amount: 20 },
    { type: 'REFUND', key: `refund-msg-${message.id}`, amount: 20 },
  ])
  const refund = db.selectFrom('wallet_transaction').select('refund_of').where('vendor_id', '=', vendorId)
  expect(await refund.where('type', '=', 'REFUND').execute()).toEqual([{ refund_of: earlierKey }])
})

test('no more messages are sent at once than the balance covers, and none when it is zero', async () => {
  const vendorId = await newPayer(db, 100)
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      inTransaction((i % 2 ? deps : other).db, (tx) => tryHoldInFlight(tx, vendorId, 15n)),
    ),
  )
  expect(claims.filter(Boolean)).toHaveLength(6)
  await db.updateTable('wallet').set({ in_flight_minor_unit: 0n }).where('vendor_id', '=', vendorId).execute()
  const empty = await newPayer(db, 0)
  expect(await inTransaction(db, (tx) => tryHoldInFlight(tx, empty, 0n))).toBe(false)
})

test('the first 1,000 replies of a month are free, later ones are charged, and the next month starts again', async () => {
  let now = new Date('2026-10-31T23:59:59Z')
  const clock = { now: () => now }
  const [then, there] = [settleDeps(db, clock), settleDeps(other.db, clock)]
  const vendorId = await newPayer(db, 1_000_000)
  const answers = (count: number) => givenSingles(db, vendorId, Array<number>(count).fill(15))
  const first = await answers(990)
  await settleUpdates(
    then,
    first.map((message) => statusUpdate(message, 'sent')),
  )
  const both = await answers(30)
  await Promise.all(both.map((message, i) => settleUpdates(i % 2 ? then : there, [statusUpdate(message, 'delivered')])))
  expect(await booksOf(db, vendorId)).toMatchObject({ balance: 1_000_000 - 20 * 15, inFlight: 0 })
  // A free message that fails returns its place to the allowance.
  await settleUpdates(then, [statusUpdate(first[0] as GivenMessage, 'failed')])
  await settleUpdates(
    then,
    (await answers(2)).map((message) => statusUpdate(message, 'sent')),
  )
  expect(await booksOf(db, vendorId)).toMatchObject({ balance: 1_000_000 - 21 * 15 })
  now = new Date('2026-11-01T00:00:00Z')
  await settleUpdates(
    then,
    (await answers(5)).map((message) => statusUpdate(message, 'sent')),
  )
  expect(await booksOf(db, vendorId)).toMatchObject({ balance: 1_000_000 - 21 * 15, inFlight: 0 })
  expect(await messageRow(db, first[1] as GivenMessage)).toMatchObject({ cost_minor_unit: 0n, settled_as: 'CAPTURED' })
})

test('a message without a status update for a day holds no money any more and is not charged later', async () => {
  const clock = new OffsetClock()
  const later = settleDeps(db, clock)
  const vendorId = await newPayer(db, 100)
  const [unknown] = (await givenSingles(db, vendorId, [15], { ...TEST, status: 'UNKNOWN' })) as [GivenMessage]
  const [silent] = (await givenSingles(db, vendorId, [20], { ...TEST, status: 'SENT' })) as [GivenMessage]
  clock.setOffset(23 * 3_600)
  await timeOutSingles(later)
  expect(await booksOf(db, vendorId)).toMatchObject({ inFlight: 35 })
  clock.setOffset(25 * 3_600)
  await Promise.all([timeOutSingles(later), timeOutSingles({ ...later, db: other.db })])
  expect(await booksOf(db, vendorId)).toMatchObject({ inFlight: 0, balance: 100 })
  expect(await messageRow(db, unknown)).toMatchObject({ status: 'FAILED', error_code: 'OUTCOME_UNKNOWN' })
  expect(await messageRow(db, silent)).toMatchObject({ status: 'SENT', settled_as: 'REFUNDED' })
  await settleUpdates(deps, [statusUpdate(unknown, 'delivered'), statusUpdate(silent, 'delivered')])
  expect(await booksOf(db, vendorId)).toMatchObject({ inFlight: 0, balance: 100 })
  for (const message of [unknown, silent])
    expect(await messageRow(db, message)).toMatchObject({ status: 'DELIVERED', settled_as: 'REFUNDED' })
})
