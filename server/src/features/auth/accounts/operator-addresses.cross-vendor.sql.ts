// Operators belong to the platform, not to a vendor.

import { OPERATORS_MAILED_MAX } from '../../../domain/limits.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Operators belong to the platform. */
export const listOperatorIds = async (db: Db) => {
  const rows = await db
    .selectFrom('operator')
    .select('account_id as id')
    .orderBy('created_at')
    .limit(OPERATORS_MAILED_MAX)
    .execute()
  return rows.map(({ id }) => id)
}
