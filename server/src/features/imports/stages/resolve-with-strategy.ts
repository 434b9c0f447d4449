import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { forEachConcurrent } from '../../../platform/concurrency/for-each-concurrent.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { hasContacts } from '../../contacts/find.ts'
import * as chunks from '../chunks.sql.ts'
import { summarise } from '../review/preview.sql.ts'
import * as sql from '../sql.ts'
import * as staging from '../staging.sql.ts'
import { detectDuplicates } from './detect-duplicates.ts'
import * as decisions from './merge-decisions.sql.ts'
import { decideRows, type ResolveDeps } from './merge-decisions.ts'
import { mergeDuplicateRows } from './merge-duplicates.ts'

/** The database looks one chunk up while a thread decides about the other. */
const AT_A_TIME = 2

/**
 * What rows with the same number become together, and what happens to contacts that are there already: for one strategy,
 * from the staged rows as they were read. It may be done again at any time, and ends the same.
 */
export async function resolveWithStrategy(
  deps: ResolveDeps,
  vendorId: VendorId,
  job: sql.JobRow,
  strategy: MergeStrategy,
) {
  const seenUpTo = await sql.oldestTransaction(deps.db, vendorId)
  const { warningRows, ...items } = await detectDuplicates(deps, vendorId, job.id)
  await staging.analyzeStaged(deps.db)
  await mergeDuplicateRows(deps, vendorId, job, strategy)
  await inTransaction(deps.db, (tx) => decisions.clearDecisions(tx, vendorId, job.id))
  const ranges = (await hasContacts(deps.db, vendorId)) ? await chunks.chunkRanges(deps.db, vendorId, job.id) : []
  await forEachConcurrent(ranges, AT_A_TIME, (range) => decideRows(deps, vendorId, job.id, strategy, range))
  const summary = await summarise(deps.db, vendorId, job.id, items)
  await inTransaction(deps.db, (tx) =>
    sql.changeJob(tx, vendorId, job.id, {
      warning_rows: warningRows,
      summary: JSON.stringify(summary),
      resolved_strategy: strategy,
      resolved_at_transaction: seenUpTo,
    }),
  )
}
