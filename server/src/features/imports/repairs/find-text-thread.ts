import { editRow, type Replacement } from '../../../domain/imports/rows/edit-row.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { onlyColumnOf } from '../../../platform/db/binary-rows.ts'
import { unpackJson } from '../../../platform/packed-rows.ts'
import { ROWS_FIELD, type StoredRow } from '../stages/evaluate-rows.ts'
import { threadCodec } from '../staging/thread-codec.ts'

/**
 * Entry point of the worker thread: whether the replacement changes a cell of each chunk, as it is in the file. Most
 * chunks do not contain the text at all, which their bytes tell without parsing them.
 */
export function run({ keys, copied, replacement }: FindTextTask): boolean[] {
  const { cipher } = threadCodec(keys)
  const { find, wholeCell } = replacement
  const needle = Buffer.from(JSON.stringify(wholeCell ? find.trim() : find).slice(1, -1))
  const edit = { kind: 'replace', ...replacement } as const
  return Array.from(onlyColumnOf(copied), (rowsCipher) => {
    const json = unpackJson(cipher.openBytes(ROWS_FIELD, rowsCipher))
    if (!json.includes(needle)) return false
    return (JSON.parse(json.toString()) as StoredRow[]).some(([rowIndex, ...cells]) => {
      const row = { cells, isExcluded: false }
      return editRow(rowIndex, row, edit) !== row
    })
  })
}

export interface FindTextTask {
  keys: FieldKeys
  /** A binary COPY of the rows of chunks. */
  copied: Uint8Array
  replacement: Replacement
}
