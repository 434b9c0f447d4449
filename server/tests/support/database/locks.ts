import { sql } from 'kysely'
import type { Db } from '../../../src/platform/db/db.ts'

/** The number of statements that wait for a row lock. */
export async function countWaitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
