import { beforeAll, describe, expect, test } from 'vitest'
import { openTestPools } from '../../../../tests/support/database/open-database.ts'
import {
  booksOf,
  type GivenMessage,
  givenSending,
  messageMoney,
  messageRow,
  newPayer,
  type SettleScene,
  settleDeps,
  settleUpdates,
  statusUpdate,
} from '../../../../tests/support/messaging/settlement.ts'
import type { CallbackStatus } from '../../../domain/messaging/settlement.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { closeMessages } from './close.ts'
import { failMessages } from './fail.ts'

let db: Db
let deps: SettleScene
/** Another process. */
let other: SettleScene
beforeAll(async () => {
  const [ours, theirs] = await openTestPools(8)
  db = ours
  deps = settleDeps(ours)
  other = settleDeps(theirs)
})

const orders = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, i) => orders(items.filter((_, j) => j !== i)).map((o) => [item, ...o]))
const COST = 118

/** One message for each sequence of statuses, sent in parallel events or one after the other. */
async function settleSequences(sequences: readonly CallbackStatus[][]) {
  const vendorId = await newPayer(db)
  const { campaignId, messages } = await givenSending(
    db,
    vendorId,
    sequences.map(() => COST),
  )
  const rounds = Math.max(...sequences.map((sequence) => sequence.length))
  for (let round = 0; round < rounds; round++)
    await settleUpdates(
      deps,
      sequences.flatMap((sequence, i) => {
        const [message, status] = [messages[i], sequence[round]]
        return message && status ? [statusUpdate(message, status)] : []
      }),
    )
  const rows = await Promise.all(messages.map((message) => messageRow(db, message)))
  return { vendorId, campaignId, messages, rows, books: await booksOf(db, vendorId, campaignId) }
}

describe('status updates about a message', () => {
  test('that was delivered and read charge and count it once, repeated and in any order', async () => {
    const sequences = orders<CallbackStatus>(['sent', 'delivered', 'read', 'sent', 'delivered', 'read'])
    const { vendorId, rows, books } = await settleSequences(sequences)
    for (const row of rows)
      expect(row).toMatchObject({ status: 'DELIVERED', settled_as: 'CAPTURED', is_counted: true, error_code: null })
    for (const { sent_at, delivered_at, read_at, failed_at } of rows)
      expect([sent_at, delivered_at, read_at, failed_at].map((at) => at !== null)).toEqual([true, true, true, false])
    const total = sequences.length * COST
    expect(books).toMatchObject({ balance: 1_000_000 - total, reserved: 0, captured: total, returned: 0 })
    expect(books.conversations).toEqual({ used: sequences.length, reserved: 0 })
    expect(await messageMoney(db, vendorId)).toEqual([])
  })

  test.each(['delivered', 'read'] as const)('that report only %s imply the earlier statuses', async (status) => {
    const vendorId = await newPayer(db)
    const { messages } = await givenSending(db, vendorId, [COST])
    const [message] = messages as [GivenMessage]
    const updates = statusUpdate(message, status)
    await settleUpdates(deps, [updates])
    expect(await messageRow(db, message)).toMatchObject({
      status: 'DELIVERED',
      sent_at: updates.at,
      delivered_at: updates.at,
      read_at: status === 'read' ? updates.at : null,
    })
    // A late update may have an earlier time, but never a later one.
    const [early, late] = [-60_000, 60_000].map((ms) => new Date(updates.at.getTime() + ms))
    await settleUpdates(deps, [
      statusUpdate(message, 'delivered', { at: late }),
      statusUpdate(message, 'sent', { at: late }),
    ])
    await settleUpdates(deps, [statusUpdate(message, 'delivered', { at: early })])
    expect(await messageRow(db, message)).toMatchObject({ delivered_at: early, sent_at: early })
  })

  test('that failed refund it once and do not count it, repeated and in any order', async () => {
    const sequences = orders<CallbackStatus>(['sent', 'failed', 'sent', 'failed'])
    const { vendorId, messages, rows, books } = await settleSequences(sequences)
    for (const row of rows)
      expect(row).toMatchObject({ status: 'FAILED', settled_as: 'REFUNDED', is_counted: false, error_code: '131026' })
    expect(books).toMatchObject({ balance: 1_000_000, reserved: 0, captured: 0, returned: sequences.length * COST })
    expect(books.conversations).toEqual({ used: 0, reserved: 0 })
    const refunds = messages.map(({ id }) => ({ type: 'REFUND', key: `refund-msg-${id}`, amount: COST }))
    expect(new Set(await messageMoney(db, vendorId))).toEqual(new Set(refunds))
    const letters = await db.selectFrom('dead_letter').selectAll().where('vendor_id', '=', vendorId).execute()
    expect(letters.map(({ id }) => id).sort()).toEqual(messages.map(({ id }) => id as string).sort())
    for (const letter of letters)
      expect(letter).toMatchObject({ kind: 'MESSAGE', payload: { messageId: letter.id }, attempts: 1 })
  })

  test('that contradict each other: the first one wins, and the other is recorded and moves no money', async () => {
    const sequences = orders<CallbackStatus>(['sent', 'delivered', 'read', 'failed', 'failed'])
    const { vendorId, messages, rows, books } = await settleSequences(sequences)
    const isDelivered = (sequence: readonly CallbackStatus[]) =>
      sequence.findIndex((status) => status === 'delivered' || status === 'read') < sequence.indexOf('failed')
    expect(rows.map(({ status }) => status)).toEqual(
      sequences.map((sequence) => (isDelivered(sequence) ? 'DELIVERED' : 'FAILED')),
    )
    const delivered = sequences.filter(isDelivered).length
    const failed = sequences.length - delivered
    expect(books).toMatchObject({ captured: delivered * COST, returned: failed * COST, reserved: 0 })
    expect(books.conversations).toEqual({ used: delivered, reserved: 0 })
    const discrepancies = await db
      .selectFrom('message_conflict')
      .selectAll()
      .where('vendor_id', '=', vendorId)
      .execute()
    for (const [i, sequence] of sequences.entries()) {
      const own = discrepancies.filter(({ message_id }) => message_id === messages[i]?.id).map(({ status }) => status)
      expect(own.sort()).toEqual(isDelivered(sequence) ? ['failed'] : ['delivered', 'read'])
    }
  })

  test('have the same effect in one event as one by one', async () => {
    const sequences = orders<CallbackStatus>(['sent', 'delivered', 'failed', 'read'])
    const oneByOne = await settleSequences(sequences)
    const vendorId = await newPayer(db)
    const { campaignId, messages } = await givenSending(
      db,
      vendorId,
      sequences.map(() => COST),
    )
    await settleUpdates(
      deps,
      messages.flatMap((message, i) => (sequences[i] ?? []).map((status) => statusUpdate(message, status))),
    )
    const rows = await Promise.all(messages.map((message) => messageRow(db, message)))
    const seen = ({
      status,
      settled_as,
      is_counted,
      error_code,
      sent_at,
      delivered_at,
      read_at,
      failed_at,
    }: (typeof rows)[0]) => ({ status, settled_as, is_counted, error_code, sent_at, delivered_at, read_at, failed_at })
    expect(rows.map(seen)).toEqual(oneByOne.rows.map(seen))
    expect(await booksOf(db, vendorId, campaignId)).toEqual(oneByOne.books)
  })

  test('have one effect when 500 copies arrive at the same time', async () => {
    const vendorId = await newPayer(db)
    const { campaignId, messages } = await givenSending(db, vendorId, [70, 30])
    const [good, bad] = messages as [(typeof messages)[0], (typeof messages)[0]]
    await Promise.all(
      Array.from({ length: 250 }, (_, i) => [
        settleUpdates(i % 2 ? deps : other, [statusUpdate(good, 'delivered')]),
        settleUpdates(i % 2 ? other : deps, [statusUpdate(bad, 'failed'), statusUpdate(good, 'sent')]),
      ]).flat(),
    )
    expect(await booksOf(db, vendorId, campaignId)).toMatchObject({
      balance: 999_930,
      captured: 70,
      returned: 30,
      conversations: { used: 1, reserved: 0 },
    })
    expect(await messageMoney(db, vendorId)).toEqual([{ type: 'REFUND', key: `refund-msg-${bad.id}`, amount: 30 }])
  })

  test('charge the reserved cost, whatever category they name', async () => {
    const vendorId = await newPayer(db)
    const { campaignId, messages } = await givenSending(db, vendorId, [COST])
    await settleUpdates(
      deps,
      messages.map((message) => statusUpdate(message, 'sent', { category: 'authentication' })),
    )
    expect(await booksOf(db, vendorId, campaignId)).toMatchObject({ captured: COST, returned: 0, reserved: 0 })
  })

  test('in one event settle messages of several vendors, each for its own vendor', async () => {
    const vendors = [await newPayer(db), await newPayer(db), await newPayer(db)]
    const campaigns = await Promise.all(vendors.map((vendorId) => givenSending(db, vendorId, [COST, COST])))
    await settleUpdates(
      deps,
      campaigns.flatMap(({ messages }) => messages.map((message) => statusUpdate(message, 'delivered'))),
    )
    for (const [i, vendorId] of vendors.entries())
      expect(await booksOf(db, vendorId, campaigns[i]?.campaignId)).toMatchObject({ captured: 2 * COST, reserved: 0 })
  })

  test('that the database rejects do not block the others, and are retried', async () => {
    const vendorId = await newPayer(db)
    const { campaignId, messages } = await givenSending(db, vendorId, Array<number>(40).fill(10))
    const poisoned = messages[17] as GivenMessage
    // As if the hold were missing, so that the refund is refused.
    await db.updateTable('message').set({ cost_minor_unit: 10_000n }).where('id', '=', poisoned.id).execute()
    const updates = messages.map((message) => statusUpdate(message, 'failed'))
    await expect(settleUpdates(deps, updates)).rejects.toThrow('above what was taken')
    expect(await booksOf(db, vendorId, campaignId)).toMatchObject({ returned: 390, reserved: 10 })
    await db.updateTable('message').set({ cost_minor_unit: 10n }).where('id', '=', poisoned.id).execute()
    await settleUpdates(deps, updates)
    expect(await booksOf(db, vendorId, campaignId)).toMatchObject({ returned: 400, reserved: 0 })
  })
})

describe('messages that are given up', () => {
  test('are refunded by our id when there is no provider id, and messages that already failed stay unchanged', async () => {
    const vendorId = await newPayer(db)
    const { campaignId, messages } = await givenSending(db, vendorId, [10, 20, 40])
    const [a, b, c] = messages as [(typeof messages)[0], (typeof messages)[0], (typeof messages)[0]]
    await settleUpdates(deps, [statusUpdate(b, 'delivered'), statusUpdate(c, 'failed')])
    const fail = () =>
      inTransaction(db, (tx) =>
        failMessages(
          tx,
          vendorId,
          messages.map(({ id }) => ({ id, errorCode: '131008' })),
          new Date(),
        ),
      )
    await Promise.all([fail(), fail(), fail()])
    expect(await booksOf(db, vendorId, campaignId)).toMatchObject({ captured: 20, returned: 50, reserved: 0 })
    expect(await messageMoney(db, vendorId)).toEqual([
      { type: 'REFUND', key: `refund-msg-${c.id}`, amount: 40 },
      { type: 'REFUND', key: `refund-msg-${a.id}`, amount: 10 },
    ])
    expect(await messageRow(db, a)).toMatchObject({ status: 'FAILED', error_code: '131008' })
    expect(await messageRow(db, c)).toMatchObject({ status: 'FAILED', error_code: '131026' })
  })

  test('but have a final status already are left alone: no discrepancy and no dead letter of theirs', async () => {
    const vendorId = await newPayer(db)
    const { messages } = await givenSending(db, vendorId, [10, 20])
    const [delivered, failed] = messages as [GivenMessage, GivenMessage]
    await settleUpdates(deps, [statusUpdate(delivered, 'delivered'), statusUpdate(failed, 'failed')])
    const state = async () => ({
      rows: await Promise.all(messages.map((message) => messageRow(db, message))),
      money: await messageMoney(db, vendorId),
      discrepancies: await db.selectFrom('message_conflict').selectAll().where('vendor_id', '=', vendorId).execute(),
      letters: await db.selectFrom('dead_letter').select('id').where('vendor_id', '=', vendorId).execute(),
    })
    const before = await state()
    const failures = messages.map(({ id }) => ({ id, errorCode: '131008' }))
    await inTransaction(db, (tx) => failMessages(tx, vendorId, failures, new Date()))
    expect(await state()).toEqual(before)
  })

  test('at the close of a campaign are refunded if the outcome is unknown, and charged and counted if accepted', async () => {
    const vendorId = await newPayer(db)
    const { campaignId, messages } = await givenSending(db, vendorId, [10, 20, 5, 6], { status: 'UNKNOWN' })
    const [unknown, silent] = [messages.slice(0, 2), messages.slice(2)]
    for (const { id, wamid } of silent)
      await db.updateTable('message').set({ status: 'SENT', wamid }).where('id', '=', id).execute()
    await inTransaction(db, (tx) => closeMessages(tx, vendorId, campaignId, new Date()))
    for (const message of unknown)
      expect(await messageRow(db, message)).toMatchObject({ status: 'FAILED', error_code: 'OUTCOME_UNKNOWN' })
    for (const message of silent)
      expect(await messageRow(db, message)).toMatchObject({ status: 'SENT', settled_as: 'CAPTURED' })
    const books = await booksOf(db, vendorId, campaignId)
    expect(books).toMatchObject({ captured: 11, returned: 30, reserved: 0, conversations: { used: 2, reserved: 0 } })
    // A later update does not charge again.
    await settleUpdates(
      deps,
      messages.map((message) => statusUpdate(message, 'delivered')),
    )
    expect(await booksOf(db, vendorId, campaignId)).toEqual(books)
    const discrepancies = await db
      .selectFrom('message_conflict')
      .selectAll()
      .where('vendor_id', '=', vendorId)
      .execute()
    expect(discrepancies.map(({ message_id }) => message_id).sort()).toEqual(
      unknown.map(({ id }) => id as string).sort(),
    )
  })
})
