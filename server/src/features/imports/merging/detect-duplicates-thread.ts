import { withTransfer } from '../../../platform/concurrency/threads.ts'
import { onlyColumnOf } from '../../../platform/db/binary-rows.ts'
import { type Duplicates, findDuplicates } from '../staging/duplicate-flags.ts'

/** Entry point of the worker thread. */
export function run({ flags }: DuplicatesTask): Duplicates {
  const found = findDuplicates([...onlyColumnOf(flags)])
  return withTransfer(found, found.slots, found.firstSlots, found.duplicateRows)
}

export interface DuplicatesTask {
  /** A binary COPY of the column `marks`. */
  flags: Uint8Array
}
