import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import {
  type ChoiceCounts,
  type CountryChoice,
  compareCountries,
} from '../../../domain/imports/rows/compare-countries.ts'
import type { RowRules } from '../../../domain/imports/rows/contacts-of-row.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { unpackRows } from '../../../platform/packed-rows.ts'
import { openCells, ROWS_FIELD, type StoredRepair, type StoredRow } from '../stages/evaluate-rows.ts'
import { threadCodec } from '../staging/thread-codec.ts'

/** Entry point of the worker thread. */
export function run({ keys, rowsCipher, every, repairs, rules, choices }: CompareTask): ChoiceCounts[] {
  const { cipher } = threadCodec(keys)
  const rows = unpackRows<StoredRow>(cipher.openBytes(ROWS_FIELD, rowsCipher))
  const repairOf = new Map(repairs.map((repair) => [repair.rowIndex, repair]))
  const cells = rows.flatMap(([rowIndex, ...ofFile], i) => {
    if (i % every !== 0) return []
    const repair = repairOf.get(rowIndex)
    if (repair?.isExcluded) return []
    return [repair?.cellsCipher ? openCells(cipher, repair.cellsCipher) : ofFile]
  })
  return compareCountries(cells, rules, rules, choices, readNumber)
}

export interface CompareTask {
  keys: FieldKeys
  rowsCipher: Uint8Array
  /** 1: all rows; 5: every fifth. */
  every: number
  repairs: StoredRepair[]
  /** The rules by which the rows are read now. */
  rules: RowRules
  choices: CountryChoice[]
}
