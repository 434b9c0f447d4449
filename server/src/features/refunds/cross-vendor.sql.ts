// Operators see the requests of all vendors, the gateway names a refund before its vendor is known, and a sweep looks for
// money of vendors that have left.

import type { RefundStatus } from '../../domain/billing/refund-request.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type {} from './tables.ts'

/** For operators, who pass only the request's id. */
export const vendorOfRequest = (db: Db, id: string) =>
  db.selectFrom('refund_request').select('vendor_id as vendorId').where('id', '=', id).executeTakeFirst()

export interface RequestFilter {
  status?: RefundStatus | undefined
  vendorId?: VendorId | undefined
}

/** For operators: newest first. */
export const listAllRequests = (db: Db, filter: RequestFilter, page: Page) =>
  matching(db, filter)
    .selectAll()
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** For operators. */
export const countAllRequests = async (db: Db, filter: RequestFilter) => {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Db, { status, vendorId }: RequestFilter) =>
  db
    .selectFrom('refund_request')
    .$if(status !== undefined, (query) => query.where('status', '=', status as RefundStatus))
    .$if(vendorId !== undefined, (query) => query.where('vendor_id', '=', vendorId as VendorId))

/**
 * The payout with this refund id; otherwise, because an event may arrive before the answer to our call, the requested
 * payout of this payment without an id. A single statement, because the answer could be stored between two.
 */
export const findPayoutOfEvent = (db: Db, gatewayRefundId: string, gatewayPaymentId: string, amountMinorUnit: bigint) =>
  db
    .selectFrom('refund_payout')
    .innerJoin('refund_request', (join) =>
      join
        .onRef('refund_request.vendor_id', '=', 'refund_payout.vendor_id')
        .onRef('refund_request.id', '=', 'refund_payout.request_id'),
    )
    .selectAll('refund_payout')
    .where((eb) =>
      eb.or([
        eb('refund_payout.gateway_refund_id', '=', gatewayRefundId),
        eb.and({
          'refund_payout.gateway_payment_id': gatewayPaymentId,
          'refund_payout.amount_minor_unit': amountMinorUnit,
          'refund_payout.status': 'PLANNED',
          'refund_request.status': 'PROCESSING',
        }),
      ]),
    )
    .orderBy('refund_payout.gateway_refund_id', (by) => by.asc().nullsLast())
    .orderBy('refund_payout.id')
    .limit(1)
    .executeTakeFirst()

/** Vendors that have left, or are leaving, and have money in their wallet again. */
export const listClosedWithBalance = (db: Db, limit: number) =>
  db
    .selectFrom('vendor')
    .innerJoin('wallet', 'wallet.vendor_id', 'vendor.id')
    .select('vendor.id as vendorId')
    .where('vendor.status', 'in', ['CLOSING', 'CLOSED'])
    .where('wallet.balance_minor_unit', '>', 0n)
    .orderBy('vendor.id')
    .limit(limit)
    .execute()
