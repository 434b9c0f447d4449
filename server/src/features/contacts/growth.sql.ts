import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/**
 * Whoever comes with very many contacts is nobody to the database until it looks again: taking the address book for an
 * empty one, it would go through all of it where a few look-ups were enough. One column is read in a moment; where the
 * database is at it by itself, this does nothing.
 */
export const learnOfGrowth = (db: Db) => sql`analyze (skip_locked) contact (vendor_id)`.execute(db)
