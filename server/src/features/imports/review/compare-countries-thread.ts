import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import {
  type ChoiceCounts,
  type CountryChoice,
  compareCountries,
} from '../../../domain/imports/rows/compare-countries.ts'
import type { RowRules } from '../../../domain/imports/rows/contacts-of-row.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { unpackRows } from '../../../platform/packed-rows.ts'
import { ROWS_FIELD, type StoredRow } from '../stages/evaluate-rows.ts'
import { threadCodec } from '../stages/thread-codec.ts'

/** Entry point of the worker thread. */
export function run({ keys, rowsCipher, rules, choices }: CompareTask): ChoiceCounts[] {
  const rows = unpackRows<StoredRow>(threadCodec(keys).cipher.openBytes(ROWS_FIELD, rowsCipher))
  const cells = rows.map((row) => row.slice(1) as string[])
  return compareCountries(cells, rules, rules, choices, readNumber)
}

export interface CompareTask {
  keys: FieldKeys
  rowsCipher: Uint8Array
  /** As the rows are read now. */
  rules: RowRules
  choices: CountryChoice[]
}
