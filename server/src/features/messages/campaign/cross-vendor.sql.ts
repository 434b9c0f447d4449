// Statistics of the whole message log.

import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import '../tables.ts'

/** The planner's estimate of the rows in the message log; -1 before the first ANALYZE. */
export const estimatedRows = async (db: Db) => {
  const { rows } = await sql<{
    n: number
  }>`select reltuples::float8 as n from pg_class where oid = 'message'::regclass`.execute(db)
  return rows[0]?.n ?? -1
}

export const analyzeMessages = (db: Db) => sql`analyze message`.execute(db)
