import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { unpackRows } from '../../../platform/packed-rows.ts'
import { ROWS_FIELD, type StoredRow } from '../stages/evaluate-rows.ts'
import { threadCodec } from '../staging/thread-codec.ts'

/** Entry point of the worker thread: returns some rows of a chunk. */
export function run({ keys, rowsCipher, rows }: ReadCellsTask): StoredRow[] {
  const stored = unpackRows<StoredRow>(threadCodec(keys).cipher.openBytes(ROWS_FIELD, rowsCipher))
  return stored.filter(([rowIndex]) => rows.has(rowIndex))
}

export interface ReadCellsTask {
  keys: FieldKeys
  rowsCipher: Uint8Array
  rows: ReadonlySet<number>
}
