import type { FieldKeys } from '../../platform/crypto/keyring.ts'
import { failRow, type SiftInput, siftChunk } from './sift.ts'
import { threadCodec } from './thread-codec.ts'

/** Runs in a thread. */
export function run({ keys, input, isPoison }: SiftTask) {
  const codec = threadCodec(keys)
  return isPoison ? failRow(codec, input) : siftChunk(codec, input)
}

export interface SiftTask {
  keys: FieldKeys
  input: SiftInput
  isPoison: boolean
}
