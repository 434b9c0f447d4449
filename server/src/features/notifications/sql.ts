import type { Selectable } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import { ADMIN_NOTIFICATION_KINDS, type NotificationKind } from '../../domain/notifications/notifications.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { VendorRole } from '../../platform/http/principal.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notification: {
      vendor_id: VendorId
      id: string
      kind: NotificationKind
      parameters: object
      cause: string
      created_at: Date
      read_at: Date | null
    }
  }
}

export type NotificationRow = Selectable<Tables['notification']>

export const hasNotificationSince = async (
  db: Db,
  vendorId: VendorId,
  kinds: readonly NotificationKind[],
  since: Date,
) => {
  const row = await db
    .selectFrom('notification')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('kind', 'in', kinds)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** True when it was new: each cause is announced once. */
export const insertNotification = async (
  tx: Tx,
  vendorId: VendorId,
  notification: { id: string; kind: NotificationKind; parameters: object; cause: string; now: Date },
) => {
  const { now, ...rest } = notification
  const inserted = await tx
    .insertInto('notification')
    .values({ vendor_id: vendorId, ...rest, created_at: now, read_at: null })
    .onConflict((conflict) => conflict.constraint('notification_cause_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findNotification = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('notification').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id).executeTakeFirst()

/** Members do not see notifications about payments and refunds. */
const shownTo = (db: Db, vendorId: VendorId, role: VendorRole) =>
  db
    .selectFrom('notification')
    .where('vendor_id', '=', vendorId)
    .$if(role !== 'ADMIN', (query) => query.where('kind', 'not in', ADMIN_NOTIFICATION_KINDS))

export const listNotifications = (
  db: Db,
  vendorId: VendorId,
  role: VendorRole,
  filter: { unreadOnly: boolean },
  page: Page,
) =>
  shownTo(db, vendorId, role)
    .selectAll()
    .$if(filter.unreadOnly, (query) => query.where('read_at', 'is', null))
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countNotifications = async (db: Db, vendorId: VendorId, role: VendorRole) => {
  const { all, unread } = await shownTo(db, vendorId, role)
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      fn.countAll<bigint>().filterWhere('read_at', 'is', null).as('unread'),
    ])
    .executeTakeFirstOrThrow()
  return { all: Number(all), unread: Number(unread) }
}

/** Returns how many of them were unread. */
export const markRead = async (
  tx: Tx,
  vendorId: VendorId,
  role: VendorRole,
  ids: readonly string[] | 'all',
  now: Date,
) => {
  const { numUpdatedRows } = await tx
    .updateTable('notification')
    .set({ read_at: now })
    .where('vendor_id', '=', vendorId)
    .where('read_at', 'is', null)
    .$if(role !== 'ADMIN', (query) => query.where('kind', 'not in', ADMIN_NOTIFICATION_KINDS))
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids as readonly string[]))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
