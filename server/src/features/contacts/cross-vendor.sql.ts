// Statistics of the whole contact table.

import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import './tables.ts'

/** Analyses one column only, which is fast; does nothing while autovacuum is at work on the table. */
export const analyzeContacts = (db: Db) => sql`analyze (skip_locked) contact (vendor_id)`.execute(db)
