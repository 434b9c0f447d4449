import type { VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import * as sql from '../sql.ts'
import type { ImportRevision } from '../tables.ts'

/** The work is done already, or no longer wanted: this transaction must be rolled back. */
export class Superseded extends Error {
  override name = 'Superseded'
}

export function ignoreSuperseded(error: unknown) {
  if (!(error instanceof Superseded)) throw error
}

/**
 * Runs `write` unless the mapping was replaced since the job was read. Work of an earlier mapping may still be under way
 * in any process; it ends here with `Superseded`.
 */
export const inRevision = <T>(db: Db, vendorId: VendorId, job: ImportRevision, write: (tx: Tx) => Promise<T>) =>
  inTransaction(db, (tx) => writeWithin(tx, vendorId, job, write))

async function writeWithin<T>(tx: Tx, vendorId: VendorId, job: ImportRevision, write: (tx: Tx) => Promise<T>) {
  if (!(await sql.holdRevision(tx, vendorId, job))) throw new Superseded()
  return write(tx)
}
