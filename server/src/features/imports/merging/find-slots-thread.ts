import { onlyColumnOf } from '../../../platform/db/binary-rows.ts'
import { slotsOfNumbers } from './edit-flags.ts'

/** Entry point of the worker thread: the slots of some numbers among all of one partition. */
export const run = ({ flags, hashes }: FindSlotsTask): Map<string, bigint[]> =>
  slotsOfNumbers(onlyColumnOf(flags), hashes)

export interface FindSlotsTask {
  /** A binary COPY of the column `marks`. */
  flags: Uint8Array
  hashes: readonly Uint8Array[]
}
