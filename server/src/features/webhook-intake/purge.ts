import { DAY_MS } from '../../domain/durations.ts'
import { WEBHOOKS_PER_PURGE_MAX } from '../../domain/limits.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './cross-vendor.sql.ts'

const ROUNDS_MAX = 100

/**
 * Deletes the bodies of processed webhooks, which contain personal data, and later the rows of settled status updates,
 * which are nearly all of the table. Other rows stay for good, so that a repeated delivery is still recognized; a repeated
 * status is recognized by its message.
 */
export async function purgeWebhookIntake({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const before = { done: daysAgo(config.WEBHOOK_BODY_DAYS), unsettled: daysAgo(config.WEBHOOK_UNSETTLED_BODY_DAYS) }
  await inRounds(db, (tx) => sql.clearBodies(tx, before, WEBHOOKS_PER_PURGE_MAX))
  const settledBefore = daysAgo(config.WEBHOOK_STATUS_DAYS)
  await inRounds(db, (tx) => sql.deleteSettled(tx, settledBefore, WEBHOOKS_PER_PURGE_MAX))
}

/** The next run continues, so that stopping a process does not wait for a backlog. */
async function inRounds(db: Db, purgeSome: (tx: Tx) => Promise<number>) {
  for (let round = 0; round < ROUNDS_MAX; round++)
    if ((await inTransaction(db, purgeSome)) < WEBHOOKS_PER_PURGE_MAX) return
}

/**
 * Deletes the bodies of the provider's processed webhooks when a vendor is erased. A body may be about several vendors
 * and is sealed with the platform's key, so the vendor's own key does not make it unreadable.
 */
export const eraseProviderBodies = (db: Db, unsettledBefore: Date) =>
  inBatches(db, (tx) => sql.clearProviderBodies(tx, unsettledBefore, WEBHOOKS_PER_PURGE_MAX))
