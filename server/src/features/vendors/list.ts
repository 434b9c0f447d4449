import type { Deps } from '../../platform/deps.ts'
import type { Slice } from '../../platform/http/pagination.ts'
import * as sql from './sql.ts'

/** All vendors, for operators. */
export async function listVendors(deps: Pick<Deps, 'db'>, filter: { search: string | undefined }, slice: Slice) {
  const [rows, total] = await Promise.all([sql.listVendors(deps.db, filter, slice), sql.countVendors(deps.db, filter)])
  return { rows, total }
}
