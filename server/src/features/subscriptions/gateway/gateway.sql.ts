import type { Insertable, Selectable } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'

export type GatewaySubscriptionRow = Selectable<Tables['gateway_subscription']>

export const findCurrent = (db: Db, vendorId: VendorId, subscriptionId: string) =>
  ofSubscription(db, vendorId, subscriptionId).where('replaced_at', 'is', null).executeTakeFirst()

/** Replaced subscriptions that may not have been cancelled at the gateway yet. */
export const listToClose = (db: Db, vendorId: VendorId, subscriptionId: string) =>
  ofSubscription(db, vendorId, subscriptionId)
    .where('replaced_at', 'is not', null)
    .where('closed_at', 'is', null)
    .execute()

const ofSubscription = (db: Db, vendorId: VendorId, subscriptionId: string) =>
  db
    .selectFrom('gateway_subscription')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)

export const insertGatewaySubscription = (
  tx: Tx,
  vendorId: VendorId,
  created: Omit<Insertable<Tables['gateway_subscription']>, 'vendor_id'>,
) =>
  tx
    .insertInto('gateway_subscription')
    .values({ ...created, vendor_id: vendorId })
    .execute()

export const setMandate = (
  tx: Tx,
  vendorId: VendorId,
  gatewaySubId: string,
  mandate: GatewaySubscriptionRow['mandate'],
) =>
  tx
    .updateTable('gateway_subscription')
    .set({ mandate })
    .where('vendor_id', '=', vendorId)
    .where('gateway_sub_id', '=', gatewaySubId)
    .where('mandate', '<>', 'ENDED')
    .execute()

export const replaceCurrent = (tx: Tx, vendorId: VendorId, subscriptionId: string, now: Date) =>
  tx
    .updateTable('gateway_subscription')
    .set({ replaced_at: now })
    .where('vendor_id', '=', vendorId)
    .where('subscription_id', '=', subscriptionId)
    .where('replaced_at', 'is', null)
    .execute()

export const setClosed = (tx: Tx, vendorId: VendorId, gatewaySubId: string, now: Date) =>
  tx
    .updateTable('gateway_subscription')
    .set({ closed_at: now, mandate: 'ENDED' })
    .where('vendor_id', '=', vendorId)
    .where('gateway_sub_id', '=', gatewaySubId)
    .execute()
