import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { type Decision, decidePair, type MergePair } from '../../contacts/bulk/decide-pair.ts'
import { threadCodec } from '../staging/thread-codec.ts'

/** Entry point of the worker thread. */
export function run({ keys, strategy, pairs }: DecideTask): DigestedDecision[] {
  const { codec, digest } = threadCodec(keys)
  return pairs.map((pair) => {
    const { resolved, ...decision } = decidePair(codec, strategy, pair)
    const { mobile, name, attributes, labels, consent } = resolved
    const stated = consent ? [consent.status, consent.date, consent.source] : []
    return { ...decision, digest: digest([decision.action, mobile, name, attributes, labels, ...stated]) }
  })
}

export interface DigestedDecision extends Decision {
  /** Of the action and of the contact as it will be, including its consent. */
  digest: bigint
}

export interface DecideTask {
  keys: FieldKeys
  strategy: MergeStrategy
  pairs: MergePair[]
}
