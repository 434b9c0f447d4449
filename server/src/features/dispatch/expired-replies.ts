import { HOUR_MS } from '../../domain/durations.ts'
import { groupBy } from '../../domain/group-by.ts'
import type { VendorId } from '../../domain/ids.ts'
import { CONVERSATION_WINDOW_HOURS } from '../../domain/limits.ts'
import type { PlatformErrorCode } from '../../domain/messaging/failure-reason.ts'
import { isReplyExpired } from '../../domain/messaging/inbound/inbound.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { findLastInboundAt } from '../conversations/last-inbound.ts'
import type { QueuedMessage } from '../messages/sending/claim.ts'
import { failMessages } from '../messages/settlement/fail.ts'
import * as crossVendor from './expired-replies.cross-vendor.sql.ts'

const WINDOW_CLOSED: PlatformErrorCode = 'WINDOW_CLOSED'

/**
 * Replies may have waited for money, a plan or the provider since they were queued. Fails those whose conversation
 * window has closed meanwhile, and returns the other messages.
 */
export async function failExpiredReplies(
  deps: Pick<Deps, 'db'>,
  vendorId: VendorId,
  queued: readonly QueuedMessage[],
  now: Date,
): Promise<readonly QueuedMessage[]> {
  const replies = queued.filter(isReply)
  if (replies.length === 0) return queued
  const contactIds = [...new Set(replies.flatMap(({ contactId }) => contactId ?? []))]
  const lastInbound = await findLastInboundAt(deps.db, vendorId, contactIds)
  const expired = replies.filter(({ kind, createdAt, contactId }) =>
    isReplyExpired(
      { isAutomatic: kind === 'AUTO_REPLY', createdAt, lastInboundAt: lastInbound.get(contactId ?? '') },
      now,
    ),
  )
  if (expired.length === 0) return queued
  await failAll(deps, vendorId, expired, now)
  return queued.filter((message) => !expired.includes(message))
}

const isReply = ({ kind }: QueuedMessage) => kind === 'REPLY' || kind === 'AUTO_REPLY'

const failAll = (deps: Pick<Deps, 'db'>, vendorId: VendorId, messages: readonly { id: string }[], now: Date) => {
  const failures = messages.map(({ id }) => ({ id, errorCode: WINDOW_CLOSED }))
  return inTransaction(deps.db, (tx) => failMessages(tx, vendorId, failures, now))
}

const REPLIES_PER_SWEEP_MAX = 500

/** Ends replies that wait for money and would be too late even with it. */
export async function sweepExpiredReplies(deps: Pick<Deps, 'db' | 'clock'>) {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - CONVERSATION_WINDOW_HOURS * HOUR_MS)
  const expired = await crossVendor.listExpiredReplies(deps.db, before, REPLIES_PER_SWEEP_MAX)
  for (const [vendorId, messages] of groupBy(expired, ({ vendorId }) => vendorId))
    await failAll(deps, vendorId, messages, now)
}
