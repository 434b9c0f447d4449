import type { Db } from '../../platform/db/db.ts'
import * as sql from './sql.ts'

/** Whether an event about this payment was flagged before. */
export const isFlagged = (db: Db, about: string): Promise<boolean> => sql.isFlagged(db, about)
