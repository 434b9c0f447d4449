import type { ContactAction, ContactSource, MergeStrategy, Profile } from '../../../domain/contacts/contact.ts'
import { decideMerge } from '../../../domain/contacts/merge-strategy.ts'
import { type ContactCodec, type StoredProfile, toStoredProfile } from '../codec.ts'

/** An incoming contact and the existing contact with its number. */
export interface MergePair {
  existing: { profileCipher: Uint8Array; labels: string[]; source: ContactSource }
  incoming: { profileCipher: Uint8Array; labels: string[] }
}

export interface Decision {
  action: Exclude<ContactAction, 'CREATE'>
  nameChanged: boolean
  labelsAdded: boolean
  isAttributesFull: boolean
  /** The profile to write; undefined when name and attributes stay the same. */
  profile: StoredProfile | undefined
  /** All labels afterwards; undefined when they stay the same. */
  labels: string[] | undefined
}

/** A decision with the contact as it will be. */
interface ResolvedDecision extends Decision {
  resolved: Profile & { labels: string[] }
}

/** Used by the preview and by the persist step, so that both decide the same. */
export function decidePair(
  codec: ContactCodec,
  strategy: MergeStrategy,
  { existing, incoming }: MergePair,
): ResolvedDecision {
  const before = codec.open(existing.profileCipher)
  const merged = decideMerge(
    strategy,
    { ...before, labels: existing.labels, source: existing.source },
    { ...codec.open(incoming.profileCipher), labels: incoming.labels },
  )
  const { name, attributes, consent } = merged.resolved
  const after = { ...before, name, attributes, ...(consent && { consent }) }
  const changesProfile = JSON.stringify(after) !== JSON.stringify(before)
  return {
    action: merged.action,
    nameChanged: merged.nameChanged,
    labelsAdded: merged.labelsAdded.length > 0,
    isAttributesFull: merged.isAttributesFull,
    profile: changesProfile ? toStoredProfile(codec, after) : undefined,
    labels: sameLabels(merged.resolved.labels, existing.labels) ? undefined : merged.resolved.labels,
    resolved: { ...after, labels: merged.resolved.labels },
  }
}

const sameLabels = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((label, i) => label === b[i])
