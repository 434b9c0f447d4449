import { DAY_MS } from '../../domain/durations.ts'
import { WEBHOOK_BODIES_PER_PURGE_MAX, WEBHOOK_BODY_DAYS, WEBHOOK_UNSETTLED_BODY_DAYS } from '../../domain/limits.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './cross-vendor.sql.ts'

const ROUNDS_MAX = 100

/**
 * Deletes the bodies of processed webhooks, which contain personal data. The rows stay, so that a repeated delivery is
 * still recognized.
 */
export async function purgeWebhookIntake({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now().getTime()
  const before = {
    done: new Date(now - WEBHOOK_BODY_DAYS * DAY_MS),
    unsettled: new Date(now - WEBHOOK_UNSETTLED_BODY_DAYS * DAY_MS),
  }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const cleared = await inTransaction(db, (tx) => sql.clearBodies(tx, before, WEBHOOK_BODIES_PER_PURGE_MAX))
    if (cleared < WEBHOOK_BODIES_PER_PURGE_MAX) return
  }
}

/**
 * Deletes the bodies of the provider's processed webhooks when a vendor is erased. A body may be about several vendors
 * and is sealed with the platform's key, so the vendor's own key does not make it unreadable.
 */
export const eraseProviderBodies = (db: Db, unsettledBefore: Date) =>
  inBatches(db, (tx) => sql.clearProviderBodies(tx, unsettledBefore, WEBHOOK_BODIES_PER_PURGE_MAX))
