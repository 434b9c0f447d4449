import { hash } from 'node:crypto'
import { DAY_MS } from '../../../domain/durations.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import { newId } from '../../../platform/ids.ts'
import type { AccountReport } from '../../../ports/provider-events.ts'
import * as sql from './account-reports.cross-vendor.sql.ts'

/**
 * Records what the provider reports about the account, once however often it is repeated. Reports come in any order:
 * the latest one decides the quality and the messaging limit of the number.
 */
export async function recordReport(tx: Tx, report: AccountReport, at: Date, now: Date) {
  const { field, event, details, quality, messagingLimit } = report
  await sql.insertEvent(tx, {
    id: newId<'providerEvent'>(),
    event_key: hash('sha256', JSON.stringify([field, event, details, at.getTime()]), 'buffer'),
    field,
    event,
    details,
    happened_at: at,
    received_at: now,
  })
  if (quality !== undefined) await sql.setQuality(tx, quality, at)
  if (messagingLimit !== undefined) await sql.setMessagingLimit(tx, messagingLimit, at)
}

/** For operators, newest first. */
export async function listEvents(db: Db, page: Page) {
  const [rows, total] = await Promise.all([sql.listEvents(db, page), sql.countEvents(db)])
  const events = rows.map(({ happened_at: at, received_at: receivedAt, event_key: _, ...row }) => ({
    ...row,
    at: at.toISOString(),
    receivedAt: receivedAt.toISOString(),
  }))
  return { events, total }
}

export const purgeProviderEvents = (deps: Pick<Deps, 'db' | 'clock' | 'config'>) =>
  inTransaction(deps.db, (tx) =>
    sql.deleteEventsBefore(tx, new Date(deps.clock.now().getTime() - deps.config.PROVIDER_EVENT_DAYS * DAY_MS)),
  ).then(() => undefined)
