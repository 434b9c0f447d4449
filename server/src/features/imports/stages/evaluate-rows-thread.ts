import { handingOver } from '../../../platform/concurrency/threads.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { failRows, type SiftInput, siftChunk } from './evaluate-rows.ts'
import { threadCodec } from './thread-codec.ts'

/** Runs in a thread. */
export function run({ keys, input, isPoison }: SiftTask) {
  const codec = threadCodec(keys)
  const sifted = isPoison ? failRows(codec, input) : siftChunk(codec, input)
  return handingOver(sifted, sifted.contacts, sifted.failures, sifted.marks)
}

export interface SiftTask {
  keys: FieldKeys
  input: SiftInput
  isPoison: boolean
}
