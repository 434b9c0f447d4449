import {
  ADMIN_NOTIFICATION_KINDS,
  type Notification,
  notificationText,
} from '../../domain/notifications/notifications.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { timezoneOf } from '../vendors/members.ts'
import { nameCreator } from './name-creator.ts'
import type { NotificationView } from './schema.ts'
import * as sql from './sql.ts'

/**
 * One page of the vendor's notifications, newest first, and the number of unread ones. Those about payments and refunds
 * are shown to current administrators only.
 */
export async function listNotifications(
  deps: Pick<Deps, 'db' | 'keyring'>,
  { vendorId, role }: VendorPrincipal,
  filter: { unreadOnly: boolean },
  page: Page,
) {
  const [timezone, rows, counts] = await Promise.all([
    timezoneOf(deps.db, vendorId),
    sql.listNotifications(deps.db, vendorId, role, filter, page),
    sql.countNotifications(deps.db, vendorId, role),
  ])
  return { notifications: await Promise.all(rows.map((row) => present(deps, row, timezone))), counts }
}

/** Notifications are read per company: the first reading by any user counts. */
export async function markRead(
  deps: Pick<Deps, 'db' | 'clock' | 'keyring'>,
  { vendorId, role }: VendorPrincipal,
  id: string,
) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => sql.markRead(tx, vendorId, role, [id], now))
  const row = await sql.findNotification(deps.db, vendorId, id)
  if (!row || (role !== 'ADMIN' && ADMIN_NOTIFICATION_KINDS.includes(row.kind))) throw notFound()
  return present(deps, row, await timezoneOf(deps.db, vendorId))
}

export async function markAllRead(deps: Pick<Deps, 'db' | 'clock'>, { vendorId, role }: VendorPrincipal) {
  const now = deps.clock.now()
  return { marked: await inTransaction(deps.db, (tx) => sql.markRead(tx, vendorId, role, 'all', now)) }
}

/** Whether the vendor got a notification of one of these kinds after an instant. */
export const wasNotified = sql.hasNotificationSince

export const notificationOf = (row: Pick<sql.NotificationRow, 'kind' | 'parameters'>) =>
  ({ kind: row.kind, ...row.parameters }) as Notification

async function present(
  deps: Pick<Deps, 'db' | 'keyring'>,
  row: sql.NotificationRow,
  timezone: string,
): Promise<NotificationView> {
  const { title, paragraphs, action } = notificationText(await nameCreator(deps, notificationOf(row)), timezone)
  return {
    id: row.id,
    kind: row.kind,
    title,
    body: paragraphs.join('\n\n'),
    action,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }
}
