import { DAY_MS } from '../../domain/durations.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteLettersBefore } from './dead-letters.cross-vendor.sql.ts'

const LETTERS_PER_PURGE_MAX = 1_000
const ROUNDS_MAX = 100

/**
 * Deletes old dead letters that nobody has to decide about: those of messages, whose reason is in the message log too,
 * and those that were replayed or closed. Open jobs and webhooks stay until an operator has dealt with them.
 */
export async function purgeDeadLetters({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const before = new Date(clock.now().getTime() - config.DEAD_LETTER_DAYS * DAY_MS)
  // The next run continues, so that stopping a process does not wait for a backlog.
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const deleted = await inTransaction(db, (tx) => deleteLettersBefore(tx, before, LETTERS_PER_PURGE_MAX))
    if (deleted < LETTERS_PER_PURGE_MAX) return
  }
}
