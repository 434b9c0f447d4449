import type { VendorId } from '../../domain/ids.ts'
import type { Category } from '../../domain/money/pricing.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { SnapshotItem } from './tables.ts'

export const insertSnapshot = (
  tx: Tx,
  vendorId: VendorId,
  snapshot: {
    id: string
    category: Category
    currency: string
    exchange_rate_used: string
    rate_fetched_at: Date
    discount_percent: number
    items: readonly SnapshotItem[]
    messages_minor_unit: bigint
    platform_fee_minor_unit: bigint
    total_minor_unit: bigint
    created_at: Date
  },
) =>
  tx
    .insertInto('pricing_snapshot')
    // The driver would write a JavaScript array as a PostgreSQL array.
    .values({ vendor_id: vendorId, ...snapshot, items: JSON.stringify(snapshot.items) as unknown as SnapshotItem[] })
    .execute()

export const findSnapshot = (db: Db, vendorId: VendorId, id: string) =>
  db
    .selectFrom('pricing_snapshot')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()

export const findSnapshots = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  db.selectFrom('pricing_snapshot').selectAll().where('vendor_id', '=', vendorId).where('id', 'in', ids).execute()
