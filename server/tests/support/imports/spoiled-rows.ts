import { sql } from 'kysely'
import type { VendorId } from '../../../src/domain/ids.ts'
import { ROWS_FIELD } from '../../../src/features/imports/stages/evaluate-rows.ts'
import type { Deps } from '../../../src/platform/deps.ts'
import { packRows, unpackRows } from '../../../src/platform/packed-rows.ts'

/** Replaces rows of an import's first chunk with values that no file can contain, so that evaluating them crashes. */
export async function spoilRows(
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  jobId: string,
  places: readonly number[],
  spoiled: (row: readonly unknown[]) => unknown = () => null,
) {
  const { rows } = await sql<{ vendor_id: VendorId; first_row: number; rows_cipher: Buffer }>`
    select vendor_id, first_row, rows_cipher from import_chunk where job_id = ${jobId} order by first_row limit 1
  `.execute(db)
  const [chunk] = rows
  if (!chunk) throw new Error('the import has no chunk')
  const cipher = await keyring.of(db, chunk.vendor_id)
  const inside = unpackRows<unknown[]>(cipher.openBytes(ROWS_FIELD, chunk.rows_cipher))
  const outside = inside.map((row, i) => (places.includes(i) ? spoiled(row) : row))
  const sealed = cipher.sealBytes(ROWS_FIELD, packRows(JSON.stringify(outside)))
  await sql`update import_chunk set rows_cipher = ${sealed}
             where job_id = ${jobId} and first_row = ${chunk.first_row}`.execute(db)
}
