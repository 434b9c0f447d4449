// A status update without a message belongs to no vendor yet.

import { sql } from 'kysely'
import type { CallbackStatus } from '../../../domain/messaging/settlement.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { PREPARED } from '../../../platform/db/prepared.ts'
import '../tables.ts'

export interface ParkedUpdate {
  id: string
  wamid: string
  reference: string | null
  status: CallbackStatus
  errorCode: string | null
  at: Date
}

/**
 * Skips updates that are parked already. Inserts in the order of the key, so that concurrent inserts cannot deadlock.
 */
export const insertParked = async (tx: Tx, statuses: readonly ParkedUpdate[], now: Date) => {
  await sql`
    insert into parked_status (id, wamid, reference, status, error_code, happened_at, parked_at)
    select id, wamid, reference, status, error_code, happened_at, ${now}
      from unnest(${statuses.map(({ id }) => id)}::uuid[], ${statuses.map(({ wamid }) => wamid)}::text[],
        ${statuses.map(({ reference }) => reference)}::uuid[], ${statuses.map(({ status }) => status)}::text[],
        ${statuses.map(({ errorCode }) => errorCode)}::text[], ${statuses.map(({ at }) => at)}::timestamptz[])
        as s (id, wamid, reference, status, error_code, happened_at)
     order by wamid, status, id
    on conflict do nothing`.execute(tx)
}

/** In the order in which they were received. */
export const findParked = async (db: Db, wamids: readonly string[]): Promise<ParkedUpdate[]> => {
  const { rows } = await sql<ParkedUpdate>`${PREPARED}
    select id, wamid, reference, status, error_code as "errorCode", happened_at as "at"
      from parked_status where wamid = any(${wamids}::text[]) order by id`.execute(db)
  return rows
}

/** The next page of a walk through all of them. */
export const listParkedAfter = (db: Db, afterId: string, limit: number) =>
  db
    .selectFrom('parked_status')
    .select(['id', 'wamid', 'reference', 'status', 'error_code as errorCode', 'happened_at as at'])
    .select('parked_at as parkedAt')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const deleteParked = async (tx: Tx, ids: readonly string[]) => {
  await tx.deleteFrom('parked_status').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}
