import type { Deps } from '../../platform/deps.ts'
import type { Page } from '../../platform/http/pagination.ts'
import * as crossVendor from './cross-vendor.sql.ts'

/** All vendors, for operators. */
export async function listVendors(deps: Pick<Deps, 'db'>, filter: crossVendor.VendorFilter, page: Page) {
  const [rows, total] = await Promise.all([
    crossVendor.listVendors(deps.db, filter, page),
    crossVendor.countVendors(deps.db, filter),
  ])
  return { rows, total }
}
