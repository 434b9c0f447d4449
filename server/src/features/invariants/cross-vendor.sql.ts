// Invariants hold for all vendors; each run names the vendors that it checks.

import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'

/** Enough rows to diagnose a violation. */
const SHOWN_MAX = 20

/** Runs one query of invariants.sql, which describes its two parameters. */
export async function violations(db: Db, query: string, vendorIds: readonly VendorId[], rowsMax: number) {
  const parts = query.split(/(:vendors|:rows)\b/).map((part) => {
    if (part === ':vendors') return sql`${vendorIds}::uuid[]`
    return part === ':rows' ? sql`${rowsMax}::bigint` : sql.raw(part)
  })
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(found) as row from (${sql.join(parts, sql``)}) found limit ${SHOWN_MAX}`.execute(db)
  return rows.map(({ row }) => row)
}

/** Pages through all vendors. */
export const vendorsAfter = async (db: Db, after: VendorId, limit: number) => {
  const rows = await db.selectFrom('vendor').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}
