import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** The invoices of one payment, in the order of their numbers. */
export const invoiceIdsOf = async (db: Db, vendorId: VendorId, gatewayPaymentId: string): Promise<string[]> =>
  (await sql.listByPayment(db, vendorId, gatewayPaymentId)).map(({ id }) => id)
