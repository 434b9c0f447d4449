import type { VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Slice } from '../../platform/http/pagination.ts'
import type { Vendor } from '../../platform/http/principal.ts'
import { quoteExit } from './exit.ts'
import * as payouts from './payouts.sql.ts'
import { presentRequest } from './present.ts'
import { readInvoice } from './request.ts'
import type { RefundView } from './schema.ts'
import * as sql from './sql.ts'

type ReadDeps = Pick<Deps, 'db' | 'keyring'>

export async function readRequest(deps: ReadDeps, { vendorId }: Vendor, id: string) {
  const row = await sql.findRequest(deps.db, vendorId, id)
  if (!row) throw notFound()
  return presentRequest(deps, deps.db, row, await payouts.listPayouts(deps.db, vendorId, [id]))
}

/** For operators. */
export async function readAnyRequest(deps: ReadDeps & Pick<Deps, 'clock'>, id: string) {
  const found = await sql.vendorOfRequest(deps.db, id)
  if (!found) throw notFound()
  const request = await readRequest(deps, found as Vendor, id)
  return { ...request, refundableMinorUnit: await refundableOf(deps, found.vendorId, request) }
}

/** What an approval would send back if it came now. */
async function refundableOf(deps: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, request: RefundView) {
  if (request.status !== 'REQUESTED') return null
  if (request.kind === 'WALLET_EXIT') return (await quoteExit(deps, vendorId)).refundMinorUnit
  const { invoice } = await readInvoice(deps.db, vendorId, request.invoiceId ?? '')
  return toJsonInteger(invoice.totalMinorUnit - invoice.refundedMinorUnit)
}

export async function listRequests(deps: ReadDeps, { vendorId }: Vendor, slice: Slice) {
  const [rows, total] = await Promise.all([
    sql.listRequests(deps.db, vendorId, slice),
    sql.countRequests(deps.db, vendorId),
  ])
  return { requests: await presentAll(deps, rows), total }
}

/** For operators: of all vendors. */
export async function listAllRequests(deps: ReadDeps, filter: sql.RequestFilter, slice: Slice) {
  const [rows, total] = await Promise.all([
    sql.listAllRequests(deps.db, filter, slice),
    sql.countAllRequests(deps.db, filter),
  ])
  return { requests: await presentAll(deps, rows), total }
}

async function presentAll(deps: ReadDeps, rows: sql.RequestRow[]) {
  const byVendor = new Map<VendorId, string[]>()
  for (const row of rows) byVendor.set(row.vendor_id, [...(byVendor.get(row.vendor_id) ?? []), row.id])
  const found = await Promise.all([...byVendor].map(([vendorId, ids]) => payouts.listPayouts(deps.db, vendorId, ids)))
  return Promise.all(rows.map((row) => presentRequest(deps, deps.db, row, found.flat())))
}
