import { handingOver } from '../../platform/threads.ts'
import { type Duplicates, findDuplicates } from './marks.ts'

/** Runs in a thread. */
export function run(marks: Uint8Array[]): Duplicates {
  const found = findDuplicates(marks)
  return handingOver(found, found.places, found.firstPlaces, found.repeatingRows)
}
