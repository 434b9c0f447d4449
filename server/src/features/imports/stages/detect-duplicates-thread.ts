import { withTransfer } from '../../../platform/concurrency/threads.ts'
import { onlyColumnOf } from '../../../platform/db/binary-rows.ts'
import { type Duplicates, findDuplicates } from './duplicate-flags.ts'

/** Runs in a thread. */
export function run({ marks }: DuplicatesTask): Duplicates {
  const found = findDuplicates([...onlyColumnOf(marks)])
  return withTransfer(found, found.places, found.firstPlaces, found.repeatingRows)
}

export interface DuplicatesTask {
  /** A binary COPY of one column. */
  marks: Uint8Array
}
