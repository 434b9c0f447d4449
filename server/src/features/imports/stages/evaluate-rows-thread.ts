import { withTransfer } from '../../../platform/concurrency/threads.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { threadCodec } from '../staging/thread-codec.ts'
import { type EvaluateInput, evaluateChunk, failRows } from './evaluate-rows.ts'

/** Entry point of the worker thread. */
export function run({ keys, input, isPoison }: EvaluateTask) {
  const codec = threadCodec(keys)
  const evaluated = isPoison ? failRows(codec, input) : evaluateChunk(codec, input)
  return withTransfer(evaluated, evaluated.contacts, evaluated.failures, evaluated.optOuts, evaluated.duplicateFlags)
}

export interface EvaluateTask {
  keys: FieldKeys
  input: EvaluateInput
  isPoison: boolean
}
