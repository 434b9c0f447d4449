// The clock and the processes belong to the whole installation.

import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

declare module '../db/tables.ts' {
  interface Tables {
    sandbox_clock: { id: number; offset_seconds: number; version: number }
    process: { id: string; clock_version: number; seen_at: Date }
  }
}

/** Processes that have not reported for this long count as dead. */
const ALIVE_SECONDS = 3

export const readClock = (db: Db) =>
  db.selectFrom('sandbox_clock').select(['offset_seconds', 'version']).executeTakeFirstOrThrow()

export const advanceClock = (tx: Tx, seconds: number) =>
  tx
    .updateTable('sandbox_clock')
    .set((eb) => ({ offset_seconds: eb('offset_seconds', '+', seconds), version: eb('version', '+', 1) }))
    .returning(['offset_seconds', 'version'])
    .executeTakeFirstOrThrow()

export const reportProcess = (db: Db, id: string, clockVersion: number) =>
  db
    .insertInto('process')
    .values({ id, clock_version: clockVersion, seen_at: sql`clock_timestamp()` })
    .onConflict((oc) => oc.column('id').doUpdateSet({ clock_version: clockVersion, seen_at: sql`clock_timestamp()` }))
    .execute()

export const removeProcess = (db: Db, id: string) => db.deleteFrom('process').where('id', '=', id).execute()

export const countProcessesBehind = async (db: Db, version: number) => {
  const row = await db
    .selectFrom('process')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('clock_version', '<', version)
    .where('seen_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS})`)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const removeDeadProcesses = (db: Db) =>
  db.deleteFrom('process').where('seen_at', '<', sql<Date>`clock_timestamp() - interval '1 hour'`).execute()
