import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/**
 * Sets whether the vendor may send. `until` is when that ends without further payment, so that it ends even if no job
 * runs.
 */
export const setMessaging = (
  tx: Tx,
  vendorId: VendorId,
  messaging: { enabled: boolean; until: Date | null },
  now: Date,
) =>
  sql.updateVendor(tx, vendorId, {
    messaging_enabled: messaging.enabled,
    messaging_until: messaging.until,
    updated_at: now,
  })

export const isMessagingOn = (
  vendor: { status: string; messagingEnabled: boolean; messagingUntil: Date | null },
  now: Date,
) =>
  vendor.status === 'ACTIVE' &&
  vendor.messagingEnabled &&
  (vendor.messagingUntil === null || now < vendor.messagingUntil)
