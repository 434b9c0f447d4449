import type { VendorId } from '../../../domain/ids.ts'
import type { ColumnUse } from '../../../domain/imports/mapping/column-use.ts'
import { reportColumns } from '../../../domain/imports/mapping/report-columns.ts'
import { REMEMBERED_MAPPINGS_PER_VENDOR_MAX } from '../../../domain/limits.ts'
import type { BlindIndex } from '../../../platform/crypto/blind-index.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { ImportHead } from '../encrypted-columns.ts'
import * as sql from './remembered-mapping.sql.ts'

type Head = Pick<ImportHead, 'columns' | 'headerRow'>

interface MemoryKeys {
  cipher: FieldCipher
  blindIndex: BlindIndex
}

const HEADINGS = 'import.headings'
const MAPPING = 'import.remembered-mapping'

/** Stores a mapping that the vendor chose, for the next file with the same headings. */
export async function rememberMapping(
  tx: Tx,
  { cipher, blindIndex }: MemoryKeys,
  vendorId: VendorId,
  head: Head,
  uses: readonly ColumnUse[],
  now: Date,
) {
  if (!hasHeadings(head)) return
  const byHeading = head.columns.map((column, i) => [column, uses[i]])
  const headingsHash = hashHeadings(blindIndex, vendorId, head)
  await sql.upsertRemembered(tx, vendorId, {
    headingsHash,
    mappingCipher: cipher.seal(MAPPING, JSON.stringify(byHeading)),
    now,
  })
  await sql.trimRemembered(tx, vendorId, REMEMBERED_MAPPINGS_PER_VENDOR_MAX)
}

/** How the last file with these headings was mapped. */
export async function findRememberedMapping(
  db: Db,
  { cipher, blindIndex }: MemoryKeys,
  vendorId: VendorId,
  head: Head,
): Promise<ColumnUse[] | undefined> {
  if (!hasHeadings(head)) return undefined
  const sealed = await sql.findRemembered(db, vendorId, blindIndex.withLater(hashHeadings(blindIndex, vendorId, head)))
  if (!sealed) return undefined
  const uses = new Map<string, ColumnUse>(JSON.parse(cipher.open(MAPPING, sealed)))
  return head.columns.map((column) => uses.get(column) ?? { field: 'ignore' })
}

/** A file without a header row has names such as `Column A`, which say nothing about its columns. */
const hasHeadings = ({ headerRow = 1 }: Head) => headerRow > 0

/** The order of the columns does not matter, and neither do the columns that an error report adds. */
function hashHeadings(blindIndex: BlindIndex, vendorId: VendorId, { columns }: Head) {
  const added = reportColumns(columns)
  const own = columns.filter((_, i) => !added.has(i)).sort()
  return blindIndex.of(HEADINGS, vendorId, JSON.stringify(own))
}
