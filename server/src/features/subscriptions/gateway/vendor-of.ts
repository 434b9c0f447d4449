import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import * as gateway from './gateway.sql.ts'

/** Whom the gateway's subscription belongs to. */
export async function vendorOfGatewaySubscription(db: Db, gatewaySubId: string): Promise<VendorId> {
  const known = await gateway.findByGatewayId(db, gatewaySubId)
  if (!known) throw notFound()
  return known.vendor_id
}
