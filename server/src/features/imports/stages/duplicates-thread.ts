import { onlyColumnOf } from '../../../platform/db/binary-rows.ts'
import { handingOver } from '../../../platform/threads.ts'
import { type Duplicates, findDuplicates } from './marks.ts'

/** Runs in a thread. */
export function run({ marks }: DuplicatesTask): Duplicates {
  const found = findDuplicates([...onlyColumnOf(marks)])
  return handingOver(found, found.places, found.firstPlaces, found.repeatingRows)
}

export interface DuplicatesTask {
  /** A binary COPY of one column. */
  marks: Uint8Array
}
