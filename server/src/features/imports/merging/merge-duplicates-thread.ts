import type { MergeStrategy } from '../../../domain/contacts/contact.ts'
import { mergeDuplicates } from '../../../domain/contacts/merge-strategy.ts'
import type { FieldKeys } from '../../../platform/crypto/keyring.ts'
import { filledKeys } from '../../contacts/codec.ts'
import { threadCodec } from '../staging/thread-codec.ts'

/** Entry point of the worker thread: merges the rows of one number into one contact. */
export function run({ keys, strategy, groups }: MergeTask): MergedRow[] {
  const { codec } = threadCodec(keys)
  const read = ({ profileCipher, labels }: MergeableRow) => ({ ...codec.open(profileCipher), labels })
  return groups.map(({ first, later }) => {
    const { labels, ...profile } = mergeDuplicates(strategy, read(first), later.map(read))
    return {
      profileCipher: codec.seal(profile),
      nameTokens: codec.searchTokens(profile),
      filledKeys: filledKeys(profile),
      labels: [...labels],
    }
  })
}

export interface MergeableRow {
  profileCipher: Uint8Array
  labels: readonly string[]
}

export interface MergeTask {
  keys: FieldKeys
  strategy: MergeStrategy
  groups: { first: MergeableRow; later: MergeableRow[] }[]
}

export interface MergedRow {
  profileCipher: Uint8Array
  nameTokens: bigint[]
  filledKeys: string[]
  labels: string[]
}
