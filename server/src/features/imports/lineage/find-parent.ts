import type { VendorId } from '../../../domain/ids.ts'
import type { ColumnUse } from '../../../domain/imports/mapping/column-use.ts'
import { reportColumns, rowIdColumns } from '../../../domain/imports/mapping/report-columns.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type ImportHead, openHead, openMapping } from '../encrypted-columns.ts'
import * as sql from '../sql.ts'
import { rowIdCodec } from './row-id.ts'

interface Parent {
  job: sql.JobRow
  /** The index of the column with the row ids. */
  column: number
}

/** The import whose error report this file is: the one that the first valid row id of the samples names. */
export async function findParent(
  deps: Pick<Deps, 'db' | 'blindIndex'>,
  vendorId: VendorId,
  { columns, samples }: ImportHead,
): Promise<Parent | undefined> {
  const rowIds = rowIdCodec(deps.blindIndex, vendorId)
  for (const column of rowIdColumns(columns))
    for (const row of samples) {
      const ref = rowIds.decode(row[column] ?? '')
      const job = ref && (await sql.findJob(deps.db, vendorId, ref.jobId))
      if (job) return { job, column }
    }
  return undefined
}

/**
 * The mapping of the parent, if the file has the same columns. Recognising them anew could fail, because all the rows
 * of a report had mistakes.
 */
export function mappingOfParent(
  cipher: FieldCipher,
  { job, column }: Parent,
  { columns }: ImportHead,
): ColumnUse[] | undefined {
  if (!job.head_cipher || !job.mapping_cipher) return undefined
  const parentColumns = openHead(cipher, job.head_cipher).columns
  const parentUses = openMapping(cipher, job.mapping_cipher)
  const uses = new Map(parentColumns.map((name, i) => [name, parentUses[i]]))
  const added = reportColumns(columns)
  const inherited = columns.map((name, i): ColumnUse | undefined =>
    added.has(i) || i === column ? { field: 'ignore' } : uses.get(name),
  )
  return inherited.every((use) => use !== undefined) ? inherited : undefined
}
