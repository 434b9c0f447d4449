import { withTransfer } from '../../../platform/concurrency/threads.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { threadCodec } from '../staging/thread-codec.ts'
import { type ChangeInput, changeRows } from './change-rows.ts'

/** Entry point of the worker thread. */
export function run({ keys, input }: ChangeTask) {
  const changed = changeRows(threadCodec(keys), input)
  return withTransfer(changed, changed.contacts, changed.failures, changed.duplicateFlags)
}

export interface ChangeTask {
  keys: FieldKeys
  input: ChangeInput
}
