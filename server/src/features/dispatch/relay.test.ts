import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { givenCampaign } from '../../../tests/support/campaigns/campaign-rows.ts'
import { bareSender } from '../../../tests/support/campaigns/campaigns.ts'
import { givenReply } from '../../../tests/support/messaging/dispatch.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { PERMIT_TTL_MS } from '../../domain/messaging/sending/sliding-window.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { QueuedJob } from '../../ports/queue.ts'
import { releaseLeases } from '../messages/sending/lease.ts'
import type { Batch } from './batch.ts'
import { resumeSending, stopSending } from './provider/provider-state.ts'
import { publishDueMessages } from './relay.ts'
import { sendBatch } from './send-batch.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})
afterEach(async () => {
  const { db } = product.deps
  await db
    .updateTable('campaign')
    .set({ status: 'PAUSED', pause_reason: 'BY_VENDOR' })
    .where('status', '=', 'RUNNING')
    .execute()
  await db.updateTable('message').set({ due_at: sql`'infinity'` }).where('status', '=', 'QUEUED').execute()
})

/** A queue without a worker, at a given rate. */
function relayAt(rate: number) {
  const jobs: QueuedJob[] = []
  const queue = {
    add: async (_lane: string, added: readonly QueuedJob[]) => void jobs.push(...added),
    depth: async () => ({ waiting: jobs.length, delayed: 0, active: 0 }),
  } as unknown as Deps['queue']
  const deps = { ...product.deps, queue, config: { ...product.deps.config, DISPATCH_RATE_PER_SECOND: rate } }
  const batches = () => jobs.map(({ payload, priority }) => ({ ...(payload as unknown as Batch), priority }))
  return {
    jobs,
    batches,
    poll: (after?: VendorId) => publishDueMessages(deps, after),
    messages: () => batches().flatMap(({ messageIds }) => messageIds),
    perVendor: () => {
      const counts = new Map<string, number>()
      for (const { vendorId, messageIds } of batches())
        counts.set(vendorId, (counts.get(vendorId) ?? 0) + messageIds.length)
      return [...counts.values()]
    },
  }
}

const vendors = (count: number, contacts: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const sender = await bareSender(product, { contacts })
      return { ...sender, campaignId: await givenCampaign(product, sender) }
    }),
  )

describe('one poll', () => {
  test('moves at most fifty messages of a vendor, and five hundred in all in equal shares', async () => {
    const relay = relayAt(10_000)
    await vendors(1, 60)
    expect(await relay.poll()).toMatchObject({ moved: 50, continueAfter: undefined })
    await vendors(11, 60)
    expect((await relay.poll()).moved).toBeLessThanOrEqual(500)
    expect(relay.perVendor().sort((a, b) => a - b)).toEqual([...Array.from({ length: 11 }, () => 42), 60])
    for (let n = 0; n < 2; n++) await relay.poll()
    expect(new Set(relay.messages()).size).toBe(12 * 60)
  })

  test('fills the queue with at most two seconds of work', async () => {
    await vendors(1, 200)
    const relay = relayAt(50)
    for (let n = 0; n < 10; n++) await relay.poll()
    expect(relay.messages()).toHaveLength(100)
    relay.jobs.splice(0, 4)
    await relay.poll()
    expect(relay.messages()).toHaveLength(100)
  })

  test('adds nothing until an eighth of the queue is free, so that jobs are not too small', async () => {
    await vendors(1, 200)
    const relay = relayAt(50)
    for (let n = 0; n < 10; n++) await relay.poll()
    relay.jobs.splice(0, 2)
    expect(await relay.poll()).toMatchObject({ moved: 0, isFull: true })
    relay.jobs.splice(0, 1)
    expect(await relay.poll()).toMatchObject({ moved: 15, isFull: false })
  })

  test('ends the round when it served the last vendor, however many messages it moved', async () => {
    await vendors(10, 50)
    expect(await relayAt(10_000).poll()).toMatchObject({ moved: 500, continueAfter: undefined })
  })

  test('shares a small capacity among all vendors, whatever a large one has', async () => {
    const [large] = await vendors(1, 100)
    const small = await vendors(9, 3)
    const relay = relayAt(10)
    await relay.poll()
    expect(relay.messages()).toHaveLength(20)
    const served = new Set(relay.batches().map(({ vendorId }) => vendorId))
    for (const vendor of [large, ...small]) expect(served).toContain(vendor?.vendorId)
  })

  test('with less capacity than vendors continues with the unserved ones in the next poll', async () => {
    await vendors(30, 2)
    const relay = relayAt(5)
    const { continueAfter } = await relay.poll()
    expect(relay.perVendor()).toEqual(Array.from({ length: 20 }, () => 1))
    const had = new Set(relay.batches().map(({ vendorId }) => vendorId))
    relay.jobs.splice(0)
    await relay.poll(continueAfter)
    expect(
      relay
        .batches()
        .slice(0, 10)
        .every(({ vendorId }) => !had.has(vendorId)),
    ).toBe(true)
  })

  test('puts the first batch of every vendor before the second of any, and replies before both', async () => {
    const [large] = await vendors(1, 100)
    const relay = relayAt(50)
    await relay.poll()
    expect(relay.batches().map(({ priority }) => priority)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1))
    expect(relay.batches().filter(({ isExpress }) => isExpress)).toHaveLength(1)
    const [small] = await vendors(1, 3)
    const replyId = await givenReply(product, large?.vendorId as VendorId)
    relay.jobs.splice(0)
    await relay.poll()
    expect(relay.batches()[0]).toMatchObject({ messageIds: [replyId], priority: 0, isExpress: true })
    const of = (vendorId: unknown) =>
      relay
        .batches()
        .slice(1)
        .filter((batch) => batch.vendorId === vendorId)
    expect(of(small?.vendorId)).toMatchObject([{ priority: 1, isExpress: true }])
    expect(of(large?.vendorId)[0]).toMatchObject({ priority: 11, isExpress: false })
  })

  test('adds the first batch of an idle vendor although a large one has filled the queue', async () => {
    await vendors(1, 200)
    const relay = relayAt(50)
    for (let n = 0; n < 5; n++) await relay.poll()
    expect(relay.messages()).toHaveLength(100)
    const [small] = await vendors(1, 8)
    await relay.poll()
    expect(relay.batches().filter(({ vendorId }) => vendorId === small?.vendorId)).toMatchObject([
      { priority: 1, isExpress: true, messageIds: { length: 5 } },
    ])
    expect(relay.messages()).toHaveLength(105)
  })

  test('adds replies although campaigns have filled the queue', async () => {
    const [large] = await vendors(1, 100)
    const relay = relayAt(10)
    await relay.poll()
    await givenReply(product, large?.vendorId as VendorId)
    expect(await relay.poll()).toMatchObject({ moved: 1 })
  })

  test('moves at most fifty replies of a vendor, and with little capacity the first of each before the second of any', async () => {
    const [many, few] = (await vendors(2, 1)).map(({ vendorId }) => vendorId) as [VendorId, VendorId]
    for (let n = 0; n < 60; n++) await givenReply(product, many)
    const urgent = await givenReply(product, few)
    const narrow = relayAt(1)
    await narrow.poll()
    expect(narrow.messages()).toContain(urgent)
    expect(narrow.messages().length).toBeLessThan(60)
    await product.deps.db
      .updateTable('message')
      .set({ leased_until: sql`'-infinity'` })
      .where('campaign_id', 'is', null)
      .execute()
    const wide = relayAt(10_000)
    await wide.poll()
    const ofMany = wide.batches().filter(({ vendorId, priority }) => vendorId === many && priority === 0)
    expect(ofMany.flatMap(({ messageIds }) => messageIds)).toHaveLength(50)
  })

  test('takes no messages of campaigns that do not run, and none that are not due', async () => {
    const [paused, waiting] = await vendors(2, 3)
    const { db, clock } = product.deps
    const change = { status: 'PAUSED', pause_reason: 'BY_VENDOR' } as const
    await db
      .updateTable('campaign')
      .set(change)
      .where('id', '=', paused?.campaignId as string)
      .execute()
    const later = new Date(clock.now().getTime() + MINUTE_MS)
    await db
      .updateTable('message')
      .set({ due_at: later })
      .where('campaign_id', '=', waiting?.campaignId as string)
      .execute()
    expect(await relayAt(1_000).poll()).toMatchObject({ moved: 0, continueAfter: undefined })
  })
})

test('four concurrent relays move each message once, and lost ones are moved again when their lease ends', async () => {
  const made = await vendors(4, 100)
  const relays = Array.from({ length: 4 }, () => relayAt(10_000))
  for (let round = 0; round < 3; round++) await Promise.all(relays.map((relay) => relay.poll()))
  const moved = relays.flatMap((relay) => relay.messages())
  expect(moved).toHaveLength(400)
  expect(new Set(moved).size).toBe(400)
  const again = relayAt(10_000)
  expect(await again.poll()).toMatchObject({ moved: 0 })
  await product.deps.db
    .updateTable('relay_place')
    .set({ first_since: new Date(0) })
    .where(
      'campaign_id',
      'in',
      made.map(({ campaignId }) => campaignId),
    )
    .execute()
  for (let round = 0; round < 2; round++) await again.poll()
  expect(new Set(again.messages())).toEqual(new Set(moved))
})

test('messages that were in the queue when sending stopped leave at once after it is resumed', async () => {
  const { deps } = product
  const [vendor] = await vendors(1, 3)
  const vendorId = vendor?.vendorId as VendorId
  await givenReply(product, vendorId)
  const relay = relayAt(10_000)
  await relay.poll()
  const inQueue = relay.messages().sort()
  expect(inQueue).toHaveLength(4)
  await inTransaction(deps.db, (tx) => stopSending(tx, deps, 190, deps.clock.now()))
  for (const batch of relay.batches()) await sendBatch(deps, batch)
  await inTransaction(deps.db, (tx) => resumeSending(tx, deps.clock.now()))
  relay.jobs.splice(0)
  await relay.poll()
  // Without waiting for their leases to end.
  expect(relay.messages().sort()).toEqual(inQueue)
})

test('messages whose permits expired before the call are queued again at once', async () => {
  const { deps } = product
  const [vendor] = await vendors(1, 3)
  await givenReply(product, vendor?.vendorId as VendorId)
  const relay = relayAt(10_000)
  await relay.poll()
  const inQueue = relay.messages().sort()
  expect(inQueue).toHaveLength(4)
  for (const batch of relay.batches()) {
    let takes = 0
    const take = async () => {
      await sleep(2 * PERMIT_TTL_MS)
      return { granted: takes++ === 0 ? batch.messageIds.length : 0, remaining: 0, retryAfterMs: 2_000 }
    }
    await sendBatch({ ...deps, rateLimiter: { ...deps.rateLimiter, take } }, { ...batch, isExpress: true })
  }
  relay.jobs.splice(0)
  await relay.poll()
  expect(relay.messages().sort()).toEqual(inQueue)
})

test('messages that a worker releases are queued again at once, and claimed ones are not', async () => {
  const [vendor] = await vendors(1, 60)
  const { db } = product.deps
  const giveBack = (ids: readonly string[]) => releaseLeases(db, vendor?.vendorId as VendorId, ids)
  const relay = relayAt(10_000)
  await relay.poll()
  const claimed = relay.messages()
  await db.updateTable('message').set({ status: 'SENDING' }).where('id', 'in', claimed).execute()
  await giveBack(claimed)
  relay.jobs.splice(0)
  await relay.poll()
  const others = relay.messages()
  expect(others).toHaveLength(10)
  await giveBack(others)
  relay.jobs.splice(0)
  await relay.poll()
  expect(relay.messages()).toEqual(others)
})
