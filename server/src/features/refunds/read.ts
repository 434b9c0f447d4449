import type { AccountId, VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { findPendingApproval } from '../approvals/read.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import { quoteExit } from './exit/exit.ts'
import * as payouts from './payouts/payouts.sql.ts'
import { presentRequest } from './present.ts'
import { checkStillRefundable, readInvoice } from './requests/request.ts'
import type { RefundView } from './schema.ts'
import * as sql from './sql.ts'
import { warningsFor } from './warnings.ts'

type ReadDeps = Pick<Deps, 'db' | 'keyring'>

export async function readRequest(deps: ReadDeps, { vendorId }: VendorPrincipal, id: string) {
  const row = await sql.findRequest(deps.db, vendorId, id)
  if (!row) throw notFound()
  return presentRequest(deps, deps.db, row, await payouts.listPayouts(deps.db, vendorId, [id]))
}

/** For operators. */
export async function readAnyRequest(deps: ReadDeps & Pick<Deps, 'clock' | 'blindIndex'>, id: string) {
  const found = await crossVendor.vendorOfRequest(deps.db, id)
  if (!found) throw notFound()
  const { vendorId } = found
  const row = await sql.findRequest(deps.db, vendorId, id)
  if (!row) throw notFound()
  const request = await presentRequest(deps, deps.db, row, await payouts.listPayouts(deps.db, vendorId, [id]))
  return {
    ...request,
    refundableMinorUnit: await refundableOf(deps, vendorId, request),
    decidedBy: await operatorOf(deps, row.decided_by),
    warnings: await warningsFor(deps, vendorId, request),
    pendingApprovalId: await findPendingApproval(
      deps,
      vendorId,
      request.status === 'REQUESTED' ? 'REFUND' : 'PAYOUT',
      id,
    ),
  }
}

async function operatorOf(deps: ReadDeps, id: AccountId | null) {
  if (id === null) return null
  const operator = (await describeAccounts(deps, deps.db, [id])).get(id)
  return { id, email: operator?.email ?? '' }
}

/** The amount that an approval would refund now. */
async function refundableOf(deps: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, request: RefundView) {
  if (request.status !== 'REQUESTED') return null
  if (request.kind === 'WALLET_EXIT') return (await quoteExit(deps, vendorId)).refundMinorUnit
  const { invoice, leftMinorUnit } = await readInvoice(deps.db, vendorId, request.invoiceId ?? '')
  return (await checkStillRefundable(deps.db, vendorId, invoice)) ? 0 : toJsonInteger(leftMinorUnit)
}

export async function listRequests(deps: ReadDeps, { vendorId }: VendorPrincipal, page: Page) {
  const [rows, total] = await Promise.all([
    sql.listRequests(deps.db, vendorId, page),
    sql.countRequests(deps.db, vendorId),
  ])
  return { requests: await presentAll(deps, rows), total }
}

/** For operators: of all vendors. */
export async function listAllRequests(deps: ReadDeps, filter: crossVendor.RequestFilter, page: Page) {
  const [rows, total] = await Promise.all([
    crossVendor.listAllRequests(deps.db, filter, page),
    crossVendor.countAllRequests(deps.db, filter),
  ])
  return { requests: await presentAll(deps, rows), total }
}

async function presentAll(deps: ReadDeps, rows: sql.RequestRow[]) {
  const byVendor = new Map<VendorId, string[]>()
  for (const row of rows) byVendor.set(row.vendor_id, [...(byVendor.get(row.vendor_id) ?? []), row.id])
  const found = await Promise.all([...byVendor].map(([vendorId, ids]) => payouts.listPayouts(deps.db, vendorId, ids)))
  return Promise.all(rows.map((row) => presentRequest(deps, deps.db, row, found.flat())))
}
