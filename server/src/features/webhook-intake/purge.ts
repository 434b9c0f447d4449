import { INBOX_BODIES_PER_PURGE_MAX, INBOX_BODY_DAYS, INBOX_UNSETTLED_BODY_DAYS } from '../../domain/limits.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './sql.ts'

const DAY_MS = 86_400_000
const ROUNDS_MAX = 100

/** Forgets what webhooks said, which is about people. That they came is known for good: a replay stays harmless. */
export async function purgeWebhookIntake({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now().getTime()
  const before = {
    done: new Date(now - INBOX_BODY_DAYS * DAY_MS),
    unsettled: new Date(now - INBOX_UNSETTLED_BODY_DAYS * DAY_MS),
  }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const forgotten = await inTransaction(db, (tx) => sql.forgetBodies(tx, before, INBOX_BODIES_PER_PURGE_MAX))
    if (forgotten < INBOX_BODIES_PER_PURGE_MAX) return
  }
}
