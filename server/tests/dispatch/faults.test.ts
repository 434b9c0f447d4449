import { beforeAll, describe, expect, test } from 'vitest'
import { messageRelay } from '../../src/features/dispatch/relay.ts'
import { messagesOf } from '../support/campaigns/campaigns.ts'
import { eventually } from '../support/eventually.ts'
import {
  callsAt,
  callsByMessage,
  callsOf,
  sendingCampaign,
  statusesOf,
  untilSent,
} from '../support/messaging/dispatch.ts'
import { startProduct, type TestProduct } from '../support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '400' } })
})
const script = (change: object) => product.sandbox.put('/control/provider', change)

test('the provider takes a message and its answer is lost in a third of the calls: no recipient is sent to twice', async () => {
  await script({ dropReplyRate: 0.3 })
  const { campaignId } = await sendingCampaign(product, { contacts: 150 })
  await untilSent(product, campaignId)
  await script({ dropReplyRate: 0 })
  const calls = await callsOf(product, campaignId)
  expect([...callsByMessage(calls).values()]).toEqual(Array.from({ length: 150 }, () => 1))
  await eventually(async () => expect(await statusesOf(product, campaignId)).toEqual({ DELIVERED: 150 }), 30_000)
})

test('four relays, each message in the queue three times: no recipient is sent to twice', async () => {
  const { queue } = product.deps
  const threeTimes: typeof queue.add = (lane, jobs) =>
    queue.add(lane, [
      ...jobs,
      ...jobs.map((job) => ({ ...job, id: `${job.id}-2` })),
      ...jobs.map((job) => ({ ...job, id: `${job.id}-3` })),
    ])
  const deps = { ...product.deps, queue: { ...queue, add: threeTimes } }
  const relays = await Promise.all(Array.from({ length: 4 }, () => messageRelay(deps)))
  try {
    const { campaignId } = await sendingCampaign(product, { contacts: 150 })
    await untilSent(product, campaignId)
    const calls = await callsOf(product, campaignId)
    expect([...callsByMessage(calls).values()]).toEqual(Array.from({ length: 150 }, () => 1))
  } finally {
    await Promise.all(relays.map((relay) => relay.stop()))
  }
})

describe('when the provider refuses half of all calls', () => {
  test.each([131000, 131026, 130429])(
    'with %i, every message ends, and only what was refused is called for again',
    async (failCode) => {
      await script({ failRate: 0.5, failCode })
      const { campaignId } = await sendingCampaign(product, { contacts: 60 })
      await eventually(async () => {
        const { QUEUED = 0 } = await statusesOf(product, campaignId)
        expect(QUEUED).toBeLessThan(45)
      }, 30_000)
      await script({ failRate: 0 })
      await eventually(async () => {
        await product.advance(400)
        const { QUEUED = 0, SENDING = 0 } = await statusesOf(product, campaignId)
        expect(QUEUED + SENDING).toBe(0)
      }, 60_000)
      const calls = callsByMessage(await callsOf(product, campaignId))
      expect([...calls.values()].filter((count) => count > 1)).toEqual([])
      await eventually(async () => {
        const rows = await messagesOf(product, campaignId)
        for (const { id, status } of rows) expect(status).toBe(calls.has(id) ? 'DELIVERED' : 'FAILED')
      }, 30_000)
      if (failCode !== 131026) expect(calls.size).toBe(60)
    },
  )
})

test('every call was for a stored message', async () => {
  const known = new Set((await product.deps.db.selectFrom('message').select('id').execute()).map(({ id }) => id))
  const calls = await callsAt(product.sandbox)
  expect(calls.filter(({ biz_opaque_callback_data: id }) => !known.has(id))).toEqual([])
})
