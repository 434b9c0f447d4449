// A webhook is stored and claimed before anybody knows to which vendor it belongs.

import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

export type Source = 'GATEWAY' | 'PROVIDER'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    webhook_inbox: {
      id: string
      source: Source
      /** Status updates of messages, which have a lane of their own. */
      is_bulk: Generated<boolean>
      event_key: Buffer
      /** Null once it was purged. */
      body_cipher: Buffer | null
      received_at: Date
      status: Generated<'RECEIVED' | 'DONE' | 'FLAGGED' | 'DEAD'>
      attempts: Generated<number>
      next_try_at: Date
      leased_until: Generated<Date>
      flag: string | null
      processed_at: Date | null
      about: string | null
      traceparent: string | null
    }
  }
}

export interface NewEvent {
  id: string
  source: Source
  isBulk: boolean
  key: Buffer
  bodyCipher: Buffer
  traceparent?: string | null
}

/** Sorted by key, so that two processes that insert the same events cannot deadlock. */
export const insertEvents = async (db: Db, events: readonly NewEvent[], now: Date) => {
  const sorted = [...events].sort((a, b) => Buffer.compare(a.key, b.key))
  await sql`
    insert into webhook_inbox (id, source, is_bulk, event_key, body_cipher, traceparent, received_at, next_try_at)
    select id, source, is_bulk, event_key, body_cipher, traceparent, ${now}, ${now}
      from unnest(${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ source }) => source)}::text[],
        ${sorted.map(({ isBulk }) => isBulk)}::boolean[], ${sorted.map(({ key }) => key)}::bytea[],
        ${sorted.map(({ bodyCipher }) => bodyCipher)}::bytea[], ${sorted.map(({ traceparent }) => traceparent ?? null)}::text[])
        as e (id, source, is_bulk, event_key, body_cipher, traceparent)
    on conflict do nothing`.execute(db)
}

export interface ClaimedEvent {
  id: string
  source: Source
  bodyCipher: Buffer
  receivedAt: Date
  traceparent: string | null
  /** The payment about which it was flagged before. */
  about: string | null
  /** Includes the current one. */
  attempts: number
}

/**
 * Counts the attempt before it begins, so that an event that crashes its worker is not retried forever. By an array of
 * ids: a plan may run a subquery of `in` again for each row, and it would then claim others beyond the limit.
 */
export const claimDue = async (
  db: Db,
  { sources, isBulk, limit }: { sources: readonly Source[]; isBulk: boolean; limit: number },
  now: Date,
  leaseSeconds: number,
) => {
  const { rows } = await sql<ClaimedEvent>`
    update webhook_inbox
       set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
     where id = any(array(
       select id from webhook_inbox
        where status = 'RECEIVED' and next_try_at <= ${now} and leased_until < clock_timestamp()
          and is_bulk = ${isBulk} and source = any(${sources}::text[])
        order by next_try_at, id limit ${limit} for update skip locked))
    returning id, source, body_cipher as "bodyCipher", received_at as "receivedAt", traceparent, about,
              attempts`.execute(db)
  return rows
}

export const setProcessed = (
  tx: Tx,
  id: string,
  status: 'DONE' | 'FLAGGED' | 'DEAD',
  { flag = null, about = null }: { flag?: string | null; about?: string | null },
  now: Date,
) =>
  tx
    .updateTable('webhook_inbox')
    .set({ status, flag, about, processed_at: now })
    .where('id', '=', id)
    .where('status', '=', 'RECEIVED')
    .execute()

export const setNextTry = (tx: Tx, id: string, attempts: number, nextTryAt: Date) =>
  tx
    .updateTable('webhook_inbox')
    .set({ attempts, next_try_at: nextTryAt, leased_until: sql`'-infinity'` })
    .where('id', '=', id)
    .where('status', '=', 'RECEIVED')
    .execute()

/** Only flagged events can be processed again. What had an effect then has none a second time. */
export const resetToReceived = async (tx: Tx, id: string, now: Date) => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_inbox')
    .set({
      status: 'RECEIVED',
      attempts: 0,
      next_try_at: now,
      leased_until: sql`'-infinity'`,
      flag: null,
      processed_at: null,
    })
    .where('id', '=', id)
    .where('status', 'in', ['DEAD', 'FLAGGED'])
    .where('body_cipher', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Without a vendor: an event belongs to the platform until its order names one. */
export const findEvent = (db: Db, id: string) =>
  db.selectFrom('webhook_inbox').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Clears up to `limit` bodies, the oldest first, and returns how many. By an array of ids, here and below: each row is then
 * looked up by its key, also while the planner knows nothing about the table.
 */
export const clearBodies = async (tx: Tx, before: { done: Date; unsettled: Date }, limit: number) => {
  const { numAffectedRows } = await sql`
    update webhook_inbox set body_cipher = null
     where id = any(array(
       select id from webhook_inbox
        where body_cipher is not null and status <> 'RECEIVED'
          and processed_at < case status when 'DONE' then ${before.done}::timestamptz else ${before.unsettled} end
          and processed_at < ${before.done}
        order by processed_at limit ${limit} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes up to `limit` settled status updates whose bodies are gone, the oldest first, and returns how many. */
export const deleteSettled = async (tx: Tx, before: Date, limit: number) => {
  const { numAffectedRows } = await sql`
    delete from webhook_inbox
     where id = any(array(
       select id from webhook_inbox
        where body_cipher is null and is_bulk and status = 'DONE' and source = 'PROVIDER' and processed_at < ${before}
        order by processed_at limit ${limit} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Bodies of processed events of the messaging provider; those that need an operator only if they are old. */
export const clearProviderBodies = async (tx: Tx, unsettledBefore: Date, limit: number) => {
  const { numAffectedRows } = await sql`
    update webhook_inbox set body_cipher = null
     where id = any(array(
       select id from webhook_inbox
        where body_cipher is not null and status <> 'RECEIVED' and source = 'PROVIDER'
          and (status = 'DONE' or processed_at < ${unsettledBefore})
        order by processed_at limit ${limit} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The flagged events about a payment. */
export const listFlagged = async (db: Db, about: string) =>
  (await db.selectFrom('webhook_inbox').select('id').where('about', '=', about).execute()).map(({ id }) => id)

export const isFlagged = async (db: Db, about: string) =>
  (await db.selectFrom('webhook_inbox').select('id').where('about', '=', about).limit(1).executeTakeFirst()) !==
  undefined
