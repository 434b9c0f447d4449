import { expect } from 'vitest'
import { addMonths } from '../../../src/domain/billing/billing-cycle.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import {
  reserveConversations,
  settleConversations,
} from '../../../src/features/subscriptions/usage/conversation-usage.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { subscriberSince } from '../payments/subscription-fixture.ts'
import type { TestProduct } from '../product.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'

const START = new Date('2026-01-31T10:00:00Z')
const STEPS = 6
const AT_ONCE = 5

/** Runs campaigns across month ends with several concurrent workers, and compares the counts with a model. */
export async function rollOver(product: TestProduct, runs: number, seed: number) {
  const random = seededRandom(seed)
  for (let run = 0; run < runs; run += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => runCampaign(product, random)))
}

async function runCampaign(product: TestProduct, { below }: SeededRandom) {
  const { db } = product.deps
  const { vendorId, seen } = await subscriberSince(product, START)
  const reserved = 1 + below(500)
  await inTransaction(db, (tx) => reserveConversations(tx, vendorId, reserved, START))
  let now = START
  let [used, month] = [0, 0]
  for (let step = 0; step < STEPS; step++) {
    now = new Date(now.getTime() + below(25 * 24) * HOUR_MS)
    const monthBefore = month
    while (addMonths(START, month + 1) <= now) month++
    if (month > monthBefore) used = 0
    const callbacks = 1 + below(4)
    const count = () => inTransaction(db, (tx) => settleConversations(tx, vendorId, { used: 1, reserved: 0 }, now))
    await Promise.all(Array.from({ length: callbacks }, count))
    used += callbacks
    expect(await seen(now)).toMatchObject({ conversationsUsed: used, conversationsReserved: reserved })
  }
  // Without a campaign nothing may be left reserved.
  await inTransaction(db, (tx) => reserveConversations(tx, vendorId, -reserved, now))
}
