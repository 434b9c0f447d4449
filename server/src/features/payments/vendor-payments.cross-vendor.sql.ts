// Operators name a payment by its id at the gateway, before its vendor is known.

import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'

export const vendorOfPayment = async (db: Db, gatewayPaymentId: string) => {
  const { rows } = await sql<{ id: VendorId; companyName: string }>`
    select id, company_name as "companyName" from vendor
     where id in (select vendor_id from invoice where gateway_payment_id = ${gatewayPaymentId}
                  union all
                  select coalesce(credited_vendor_id, vendor_id) from unplaced_payment
                   where gateway_payment_id = ${gatewayPaymentId})
     limit 1`.execute(db)
  return rows[0]
}
