import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { decidePair, type Pair } from '../../contacts/bulk/decide-merge.ts'
import { threadCodec } from './thread-codec.ts'

/** Runs in a thread. */
export function run({ keys, strategy, pairs }: DecideTask) {
  const { codec } = threadCodec(keys)
  return pairs.map((pair) => decidePair(codec, strategy, pair))
}

export interface DecideTask {
  keys: FieldKeys
  strategy: MergeStrategy
  pairs: Pair[]
}
