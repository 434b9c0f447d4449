import { mergeConsent } from './consent.ts'
import type { ContactSource, Mergeable, MergeStrategy } from './contact.ts'
import { normalizeLabel } from './labels.ts'

/**
 * FULL_REPLACE makes a contact what the file says: name, attributes and labels are replaced, and attributes and labels
 * that the file does not have, or has empty, are removed. Three rules take precedence: an empty cell never erases a
 * name, a recorded consent is kept unless the file states another, and a contact written by hand only gains labels.
 */
type Profile = Omit<Mergeable, 'labels'>

/** A contact written by hand keeps its name and attributes under every strategy. */
export const strategyFor = (strategy: MergeStrategy, source: ContactSource): MergeStrategy =>
  source === 'MANUAL' && strategy !== 'SKIP_DUPLICATES' ? 'MERGE_LABELS' : strategy

/** Attributes that stay keep their order, so that an unchanged contact is not written again. */
export const replaceProfile = (existing: Profile, incoming: Profile): Profile => ({
  name: incoming.name.trim() || existing.name,
  attributes: inOrderOf(existing.attributes, filledAttributes(incoming.attributes)),
  consent: mergeConsent(existing.consent, incoming.consent),
})

/** Keeps only those of the united labels that are in the file. */
export function replaceLabels(united: readonly string[], incoming: readonly string[]): string[] {
  const incomingLabels = new Set(incoming.map(normalizeLabel))
  return united.filter((label) => incomingLabels.has(normalizeLabel(label)))
}

export const filledAttributes = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value.trim() !== ''))

/** Spread and Object.fromEntries define a key such as `__proto__`; an assignment would not. */
const inOrderOf = (first: Readonly<Record<string, string>>, attributes: Record<string, string>) => ({
  ...Object.fromEntries(Object.entries(first).filter(([key]) => Object.hasOwn(attributes, key))),
  ...attributes,
})
