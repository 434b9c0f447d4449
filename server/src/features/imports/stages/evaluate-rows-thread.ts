import { withTransfer } from '../../../platform/concurrency/threads.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { type EvaluateInput, evaluateChunk, failRows } from './evaluate-rows.ts'
import { threadCodec } from './thread-codec.ts'

/** Runs in a thread. */
export function run({ keys, input, isPoison }: EvaluateTask) {
  const codec = threadCodec(keys)
  const sifted = isPoison ? failRows(codec, input) : evaluateChunk(codec, input)
  return withTransfer(sifted, sifted.contacts, sifted.failures, sifted.marks)
}

export interface EvaluateTask {
  keys: FieldKeys
  input: EvaluateInput
  isPoison: boolean
}
