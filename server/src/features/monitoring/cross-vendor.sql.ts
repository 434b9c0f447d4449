// Operators watch the platform as a whole.

import { type Generated, type JSONColumnType, sql } from 'kysely'
import { OUTBOX_LEASE_SECONDS } from '../../domain/fair-share.ts'
import type { RunningProcess } from '../../domain/processes.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    running_process: {
      id: string
      roles: string[]
      host: string
      version: string
      settings: JSONColumnType<Record<string, string>>
      clock_ahead_ms: number
      started_at: Date
      reads_sealed_ids: Generated<boolean>
      seen_at: Generated<Date>
    }
  }
}

export interface Backlog {
  /** Null when nothing is due. */
  outboxSince: Date | null
  /** The oldest due message of running campaigns and outside campaigns. */
  messageSince: Date | null
  /** Of the running campaigns together. */
  recipients: number
  gatewaySince: Date | null
  providerSince: Date | null
  /** Without failed messages, which vendors retry. */
  deadLetters: number
  unmatchedPayments: number
  approvals: number
}

/**
 * The backlog. It is read every few seconds even when it is large: the recursive part skips from vendor to vendor
 * through the index, and received webhooks, running campaigns and queued messages have partial indexes. An outbox row
 * whose lease is longer than that of a relay belongs to a running job.
 */
export const readBacklog = async (db: Db, now: Date): Promise<Backlog> => {
  const { rows } = await sql<Backlog>`
    with recursive vendors as (
      (select vendor_id from outbox_event order by vendor_id limit 1)
      union all
      select next.vendor_id
        from vendors, lateral (
          select vendor_id from outbox_event where vendor_id > vendors.vendor_id order by vendor_id limit 1
        ) next
    ), oldest_events as (
      select oldest.due_at
        from vendors, lateral (
          select due_at from outbox_event
           where vendor_id = vendors.vendor_id
             and leased_until <= clock_timestamp() + make_interval(secs => ${OUTBOX_LEASE_SECONDS})
           order by due_at limit 1
        ) oldest
       where oldest.due_at <= ${now}
    ), running_campaigns as (
      select vendor_id, id, recipients from campaign where status = 'RUNNING'
    ), oldest_messages as (
      select oldest.due_at
        from running_campaigns campaign, lateral (
          select due_at from message
           where vendor_id = campaign.vendor_id and campaign_id = campaign.id and status = 'QUEUED'
           order by due_at limit 1
        ) oldest
      union all
      (select due_at from message where status = 'QUEUED' and campaign_id is null order by due_at limit 1)
    ), waiting_webhooks as (
      select source, received_at from webhook_inbox where status = 'RECEIVED'
    )
    select (select min(due_at) from oldest_events) as "outboxSince",
           (select min(due_at) from oldest_messages where due_at <= ${now}) as "messageSince",
           (select coalesce(sum(recipients), 0)::float8 from running_campaigns) as "recipients",
           (select min(received_at) from waiting_webhooks where source = 'GATEWAY') as "gatewaySince",
           (select min(received_at) from waiting_webhooks where source = 'PROVIDER') as "providerSince",
           (select count(*)::int from dead_letter
             where kind <> 'MESSAGE' and replayed_at is null and closed_at is null) as "deadLetters",
           (select count(*)::int from unplaced_payment where state = 'UNPLACED') as "unmatchedPayments",
           (select count(*)::int from approval where status = 'PENDING') as "approvals"`.execute(db)
  return rows[0] as Backlog
}

/** By the database's clock, because those of the processes may be wrong. */
export const upsertProcess = async (tx: Tx, id: string, process: RunningProcess, startedAt: Date) => {
  await sql`
    insert into running_process (id, roles, host, version, settings, clock_ahead_ms, started_at,
                                 reads_sealed_ids)
    values (${id}, ${process.roles}, ${process.host}, ${process.version}, ${JSON.stringify(process.settings)},
            ${process.clockAheadMs}, ${startedAt}, true)
    on conflict (id) do update set settings = excluded.settings, clock_ahead_ms = excluded.clock_ahead_ms,
                                   seen_at = clock_timestamp()`.execute(tx)
}

export const deleteProcess = (tx: Tx, id: string) => tx.deleteFrom('running_process').where('id', '=', id).execute()

export const deleteSilentProcesses = (tx: Tx, seconds: number) =>
  sql`delete from running_process where seen_at < clock_timestamp() - make_interval(secs => ${seconds})`.execute(tx)

export const listProcesses = async (db: Db, seenWithinSeconds: number): Promise<RunningProcess[]> => {
  const { rows } = await sql<RunningProcess>`
    select roles, host, version, settings, clock_ahead_ms as "clockAheadMs" from running_process
     where seen_at >= clock_timestamp() - make_interval(secs => ${seenWithinSeconds})
     order by roles, host, id`.execute(db)
  return rows
}

export const databaseClock = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}
