import { sql } from 'kysely'
import { IDEMPOTENCY_LEASE_SECONDS } from '../../domain/limits.ts'
import type { Db } from '../db/db.ts'

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

export interface KeyOf {
  scopeId: string
  route: string
  key: string
}

const row = (of: KeyOf) => ({ scope_id: of.scopeId, route: of.route, key: of.key })

/** A lease runs on real time: the database's clock is the one that all processes share. */
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${IDEMPOTENCY_LEASE_SECONDS})`
const leaseOver = sql<boolean>`idempotency_key.lease_until < clock_timestamp()`

/** Takes the key if it is new, or if the request that had it died without an answer. False: somebody else has it. */
export const claim = async (db: Db, of: KeyOf, requestHash: Buffer, leaseToken: string, now: Date) => {
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

export const find = (db: Db, of: KeyOf) =>
  db
    .selectFrom('idempotency_key')
    .select(['request_hash as requestHash', 'status_code as statusCode', 'answer_cipher as answerCipher'])
    .where((eb) => eb.and(row(of)))
    .executeTakeFirst()

export const renew = (db: Db, of: KeyOf, leaseToken: string) =>
  db
    .updateTable('idempotency_key')
    .set({ lease_until: leaseEnd })
    .where((eb) => eb.and({ ...row(of), lease_token: leaseToken }))
    .where('status_code', 'is', null)
    .execute()

/** Keeps the answer. False: the lease was lost to another request, whose answer will count instead. */
export const keepAnswer = async (db: Db, of: KeyOf, leaseToken: string, statusCode: number, answer: Buffer) => {
  const result = await db
    .updateTable('idempotency_key')
    .set({ status_code: statusCode, answer_cipher: answer })
    .where((eb) => eb.and({ ...row(of), lease_token: leaseToken }))
    .where('status_code', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const release = (db: Db, of: KeyOf, leaseToken: string) =>
  db
    .deleteFrom('idempotency_key')
    .where((eb) => eb.and({ ...row(of), lease_token: leaseToken }))
    .where('status_code', 'is', null)
    .execute()

export const removeOlderThan = (db: Db, instant: Date) =>
  db.deleteFrom('idempotency_key').where('created_at', '<', instant).execute()
