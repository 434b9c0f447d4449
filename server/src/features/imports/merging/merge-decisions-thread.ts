import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { decidePair, type MergePair } from '../../contacts/bulk/decide-merge.ts'
import { threadCodec } from '../stages/thread-codec.ts'

/** Entry point of the worker thread. */
export function run({ keys, strategy, pairs }: DecideTask) {
  const { codec } = threadCodec(keys)
  return pairs.map((pair) => decidePair(codec, strategy, pair))
}

export interface DecideTask {
  keys: FieldKeys
  strategy: MergeStrategy
  pairs: MergePair[]
}
