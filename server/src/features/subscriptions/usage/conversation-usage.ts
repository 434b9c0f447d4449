import type { VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockSubscription, readSubscription, type Subscription } from '../lifecycle/current.ts'
import { stateOf } from '../lifecycle/save-subscription.ts'
import * as sql from '../sql.ts'

/** Counts what was sent; a negative number takes back what failed later. What a reset has forgotten stays forgotten. */
export async function countConversations(tx: Tx, vendorId: VendorId, count: number, now: Date) {
  const row = await lockSubscription(tx, vendorId, now)
  if (!row) return
  await keepCount(tx, row, { conversations_used: notBelowZero(row.conversations_used + BigInt(count)) })
}

/**
 * Sets conversations aside for a campaign, or with a negative number gives them back. Used and reserved together never
 * pass the cap; a reserve lives on when a month begins.
 */
export async function reserveConversations(tx: Tx, vendorId: VendorId, count: number, now: Date) {
  const row = await lockSubscription(tx, vendorId, now)
  if (!row) throw new AppError('SUBSCRIPTION_REQUIRED')
  const reserved = row.conversations_reserved + BigInt(count)
  if (count > 0 && row.conversations_used + reserved > row.conversation_cap) throw capReached(row)
  await keepCount(tx, row, { conversations_reserved: notBelowZero(reserved) })
}

/**
 * What callbacks did, as signed changes: a message that is first heard of goes from reserved to used, one that fails
 * gives back the one or the other. A plan that began in between knows nothing of older reserves: neither falls below zero.
 */
export async function settleConversations(
  tx: Tx,
  vendorId: VendorId,
  { used, reserved }: { used: number; reserved: number },
  now: Date,
) {
  if (used === 0 && reserved === 0) return
  const row = await lockSubscription(tx, vendorId, now)
  if (!row) return
  await keepCount(tx, row, {
    conversations_used: notBelowZero(row.conversations_used + BigInt(used)),
    conversations_reserved: notBelowZero(row.conversations_reserved + BigInt(reserved)),
  })
}

const notBelowZero = (count: bigint) => (count < 0n ? 0n : count)

/** Refuses what would not fit under the cap, and reserves nothing. */
export async function assertRoomFor(tx: Tx, vendorId: VendorId, count: number, now: Date) {
  const row = await lockSubscription(tx, vendorId, now)
  if (!row) throw new AppError('SUBSCRIPTION_REQUIRED')
  assertRoomIn(row, count)
}

export function assertRoomIn(row: Subscription, count: number) {
  if (row.conversations_used + row.conversations_reserved + BigInt(count) > row.conversation_cap) throw capReached(row)
}

const keepCount = (tx: Tx, row: Subscription, change: sql.SubscriptionChange) =>
  sql.updateSubscription(tx, row.vendor_id, row.id, {
    billing_cycle_start: row.billing_cycle_start,
    conversations_used: row.conversations_used,
    cap_reset_date: row.cap_reset_date,
    ...change,
  })

const capReached = (row: Subscription) =>
  new AppError('CONVERSATION_CAP_REACHED', {
    detail: 'This would exceed the monthly conversation cap of your plan.',
    members: {
      conversationCap: toJsonInteger(row.conversation_cap),
      conversationsUsed: toJsonInteger(row.conversations_used),
      conversationsReserved: toJsonInteger(row.conversations_reserved),
    },
  })

export async function readUsage(deps: Pick<Deps, 'db' | 'config'>, vendorId: VendorId, now: Date) {
  const row = await readSubscription(deps.db, vendorId, now)
  const live = row && stateOf(row, deps, now).status !== 'CANCELLED' ? row : undefined
  const used = live?.conversations_used ?? 0n
  const cap = live?.conversation_cap ?? 0n
  return {
    conversationsUsed: toJsonInteger(used),
    conversationCap: toJsonInteger(cap),
    resetDate: live?.cap_reset_date.toISOString() ?? null,
    // In hundredths of a percent, so that the first messages of fifty thousand show.
    percentUsed: cap === 0n ? 0 : Number((used * 10_000n) / cap) / 100,
  }
}
