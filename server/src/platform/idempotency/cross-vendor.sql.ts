// A key belongs to whoever sent the request (its scope), who may have no vendor yet.

import { sql } from 'kysely'
import { IDEMPOTENCY_LEASE_SECONDS } from '../../domain/limits.ts'
import type { Db, Tx } from '../db/db.ts'
import { BATCH_ROWS } from '../db/in-batches.ts'

declare module '../db/tables.ts' {
  interface Tables {
    idempotency_key: {
      scope_id: string
      route: string
      key: string
      request_hash: Buffer
      lease_token: string
      lease_until: Date
      status_code: number | null
      answer_cipher: Buffer | null
      created_at: Date
    }
  }
}

export interface IdempotencyKey {
  scopeId: string
  route: string
  key: string
}

const row = (of: IdempotencyKey) => ({ scope_id: of.scopeId, route: of.route, key: of.key })

/** Leases run on real time, by the database's clock, which all processes share. */
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${IDEMPOTENCY_LEASE_SECONDS})`
const leaseOver = sql<boolean>`idempotency_key.lease_until < clock_timestamp()`

/** Claims a new key, or one whose request died without an answer. Returns false when another request holds it. */
export const claim = async (db: Db, of: IdempotencyKey, requestHash: Buffer, leaseToken: string, now: Date) => {
  const claimed = await db
    .insertInto('idempotency_key')
    .values({
      ...row(of),
      request_hash: requestHash,
      lease_token: leaseToken,
      lease_until: leaseEnd,
      created_at: now,
    })
    .onConflict((oc) =>
      oc
        .columns(['scope_id', 'route', 'key'])
        .doUpdateSet({ request_hash: requestHash, lease_token: leaseToken, lease_until: leaseEnd, created_at: now })
        .where('idempotency_key.status_code', 'is', null)
        .where(leaseOver),
    )
    .returning('lease_token')
    .executeTakeFirst()
  return claimed !== undefined
}

export const find = (db: Db, of: IdempotencyKey) =>
  db
    .selectFrom('idempotency_key')
    .select(['request_hash as requestHash', 'status_code as statusCode', 'answer_cipher as answerCipher'])
    .where((eb) => eb.and(row(of)))
    .executeTakeFirst()

export const renew = (db: Db, of: IdempotencyKey, leaseToken: string) =>
  db
    .updateTable('idempotency_key')
    .set({ lease_until: leaseEnd })
    .where((eb) => eb.and({ ...row(of), lease_token: leaseToken }))
    .where('status_code', 'is', null)
    .execute()

/** Returns false when the lease was lost to another request, whose answer counts instead. */
export const saveAnswer = async (
  db: Db,
  of: IdempotencyKey,
  leaseToken: string,
  statusCode: number,
  answer: Buffer,
) => {
  const result = await db
    .updateTable('idempotency_key')
    .set({ status_code: statusCode, answer_cipher: answer })
    .where((eb) => eb.and({ ...row(of), lease_token: leaseToken }))
    .where('status_code', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const release = (db: Db, of: IdempotencyKey, leaseToken: string) =>
  db
    .deleteFrom('idempotency_key')
    .where((eb) => eb.and({ ...row(of), lease_token: leaseToken }))
    .where('status_code', 'is', null)
    .execute()

/** Removes at most `BATCH_ROWS`, the oldest first, and returns how many. */
export const removeOlderThan = async (tx: Tx, instant: Date) => {
  const { numAffectedRows } = await sql`
    delete from idempotency_key
     where ctid = any(array(
       select x.ctid from idempotency_key x where x.created_at < ${instant}
        order by x.created_at limit ${BATCH_ROWS} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The stored answers to requests of one vendor. */
export const removeOf = (tx: Tx, scopeId: string) =>
  tx.deleteFrom('idempotency_key').where('scope_id', '=', scopeId).execute()
