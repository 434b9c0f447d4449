import { sql } from 'kysely'
import type { CallbackStatus } from '../../../domain/messaging/settlement.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { PREPARED } from '../../../platform/db/prepared.ts'
import '../tables.ts'

export interface ParkedStatus {
  id: string
  wamid: string
  reference: string | null
  status: CallbackStatus
  errorCode: string | null
  at: Date
}

/** A copy of one that waits already is nothing new. In the order of the key, so that two who park the same never wait in a circle. */
export const park = async (tx: Tx, statuses: readonly ParkedStatus[], now: Date) => {
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

/** As they came in. */
export const findParked = async (db: Db, wamids: readonly string[]): Promise<ParkedStatus[]> => {
  const { rows } = await sql<ParkedStatus>`${PREPARED}
    select id, wamid, reference, status, error_code as "errorCode", happened_at as "at"
      from parked_status where wamid = any(${wamids}::text[]) order by id`.execute(db)
  return rows
}

/** The next few of a walk through all of them. */
export const parkedAfter = (db: Db, afterId: string, limit: number) =>
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
