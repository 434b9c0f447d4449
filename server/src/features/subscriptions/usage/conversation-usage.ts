import type { VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockSubscription, readSubscription, type Subscription } from '../lifecycle/current.ts'
import { stateOf } from '../lifecycle/save-subscription.ts'
import * as sql from '../sql.ts'

/**
 * Reserves conversations for a campaign, or releases them with a negative number. Used and reserved together never
 * exceed the cap; a reservation survives the monthly reset.
 */
export async function reserveConversations(tx: Tx, vendorId: VendorId, count: number, now: Date) {
  const row = await lockSubscription(tx, vendorId, now)
  if (!row) throw new AppError('SUBSCRIPTION_REQUIRED')
  const reserved = row.conversations_reserved + BigInt(count)
  if (count > 0 && row.conversations_used + reserved > row.conversation_cap) throw capReached(row)
  await saveUsage(tx, row, { conversations_reserved: clampToZero(reserved) })
}

/**
 * Applies status updates as signed changes: a confirmed message moves from reserved to used, a failed one is taken off
 * either. The count does not fall below zero, because a reset or a new plan may have cleared it since. A new plan takes
 * over the reservations of the one before; those of campaigns from before it did so may be missing.
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
  await saveUsage(tx, row, {
    conversations_used: clampToZero(row.conversations_used + BigInt(used)),
    conversations_reserved: clampToZero(row.conversations_reserved + BigInt(reserved)),
  })
}

const clampToZero = (count: bigint) => (count < 0n ? 0n : count)

/** Throws when the count would exceed the cap. Reserves nothing. */
export async function assertWithinCap(tx: Tx, vendorId: VendorId, count: number, now: Date) {
  const row = await lockSubscription(tx, vendorId, now)
  if (!row) throw new AppError('SUBSCRIPTION_REQUIRED')
  assertCapAllows(row, count)
}

/**
 * Throws when a campaign that was launched under an earlier plan does not fit into the current one. Its own plan had
 * admitted it, and a plan change does not stop what runs.
 */
export async function assertFitsNewPlan(db: Db, vendorId: VendorId, launchedAt: Date, now: Date) {
  const row = await readSubscription(db, vendorId, now)
  if (row && launchedAt < row.created_at) assertCapAllows(row, 0)
}

export function assertCapAllows(row: Subscription, count: number) {
  if (row.conversations_used + row.conversations_reserved + BigInt(count) > row.conversation_cap) throw capReached(row)
}

const saveUsage = (tx: Tx, row: Subscription, change: sql.SubscriptionChange) =>
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
    // With two decimals, so that the first messages of fifty thousand are visible.
    percentUsed: cap === 0n ? 0 : Number((used * 10_000n) / cap) / 100,
  }
}
