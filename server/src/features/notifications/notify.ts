import type { VendorId } from '../../domain/ids.ts'
import type { Notification } from '../../domain/notifications/notifications.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { mailNotification } from './jobs.ts'
import * as sql from './sql.ts'

/**
 * Notifies the vendor in the portal and by mail, as part of the transaction that made it true. `cause` is the
 * idempotency key (`recharge-<payment id>`): each cause is announced once.
 */
export async function notify(tx: Tx, vendorId: VendorId, notification: Notification, cause: string, now: Date) {
  const { kind, ...parameters } = notification
  const id = newId<'notification'>()
  if (!(await sql.insertNotification(tx, vendorId, { id, kind, parameters, cause, now }))) return
  await addToOutbox(tx, vendorId, mailNotification, { notificationId: id }, now)
}
