import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notification: {
      vendor_id: VendorId
      id: string
      kind: string
      parameters: object
      cause: string
      created_at: Date
      read_at: Date | null
    }
  }
}

/** Whether it was new: a cause is told once. */
export const insertNotification = async (
  tx: Tx,
  vendorId: VendorId,
  notification: { id: string; kind: string; parameters: object; cause: string; now: Date },
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
