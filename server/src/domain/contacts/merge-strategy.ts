import { assertNever } from '../assert.ts'
import { fitContact } from './attribute-size.ts'
import { mergeConsent, sameConsent } from './consent.ts'
import type { ContactAction, ContactSource, Mergeable, MergeStrategy } from './contact.ts'
import { filledAttributes, replaceLabels, replaceProfile, strategyFor } from './full-replace.ts'
import { normalizeLabel, unionLabels } from './labels.ts'
import { type FieldDiff, fieldDiffs } from './merge-diff.ts'

type NameAndAttributes = Omit<Mergeable, 'labels'>

interface MergeDecision {
  action: Exclude<ContactAction, 'CREATE'>
  resolved: NameAndAttributes & { labels: string[] }
  nameChanged: boolean
  labelsAdded: string[]
  /** With the incoming attributes the contact would have more than a contact may have. */
  isAttributesFull: boolean
  diff: FieldDiff[]
}

/**
 * Merges an existing contact with an incoming one of the same number. A contact written by hand keeps its name and
 * attributes under every strategy; it gains labels where the strategy adds labels, and FULL_REPLACE removes none from
 * it. Unchanged values keep their order, so that an unchanged contact is not written.
 */
export function decideMerge(
  strategy: MergeStrategy,
  existing: Mergeable & { source: ContactSource },
  incoming: Mergeable,
): MergeDecision {
  const allowed = strategyFor(strategy, existing.source)
  const resolved = {
    ...resolveProfile(allowed, existing, incoming),
    labels: resolveLabels(allowed, existing.labels, incoming.labels),
  }
  const existingLabels = new Set(existing.labels.map(normalizeLabel))
  const labelsAdded = resolved.labels.filter((label) => !existingLabels.has(normalizeLabel(label)))
  const nameChanged = resolved.name !== existing.name
  const changes =
    nameChanged ||
    labelsAdded.length > 0 ||
    !sameAttributes(existing.attributes, resolved.attributes) ||
    !sameConsent(existing.consent, resolved.consent)
  // MERGE means that labels were added because that is all the strategy, or its restriction for this contact, allows.
  const actionOnChange = strategy === 'UPDATE_METADATA' ? 'UPDATE' : 'MERGE'
  return {
    action: allowed === 'FULL_REPLACE' ? 'UPDATE' : changes ? actionOnChange : 'SKIP',
    resolved,
    nameChanged,
    labelsAdded,
    isAttributesFull: allowed === 'UPDATE_METADATA' && resolved.attributes === existing.attributes,
    diff: fieldDiffs(existing, incoming, resolved),
  }
}

/**
 * Merges rows of one file with the same number into the contact of the first row, in file order. No row of a file
 * counts as written by hand. Under every strategy a refusal in any row is the contact's refusal.
 */
export function mergeDuplicates<Contact extends Mergeable>(
  strategy: MergeStrategy,
  first: Contact,
  later: readonly Mergeable[],
): Contact {
  let { name, attributes, labels, consent }: Mergeable = first
  for (const next of later) {
    ;({ name, attributes } = resolveProfile(strategy, { name, attributes }, next))
    consent = mergeConsent(consent, next.consent)
  }
  // Unions of labels are computed at once: row by row, each row would iterate over all labels before it.
  const steps = strategy === 'FULL_REPLACE' ? later.map((next) => next.labels) : [later.flatMap((next) => next.labels)]
  for (const step of steps) labels = resolveLabels(strategy, labels, step)
  return { ...first, name, attributes, labels, consent }
}

function resolveProfile(
  strategy: MergeStrategy,
  existing: NameAndAttributes,
  incoming: NameAndAttributes,
): NameAndAttributes {
  switch (strategy) {
    case 'SKIP_DUPLICATES':
    case 'MERGE_LABELS':
      return { name: existing.name, attributes: existing.attributes, consent: existing.consent }
    case 'UPDATE_METADATA':
      return {
        name: longerName(existing.name, incoming.name),
        attributes: mergeAttributes(existing.attributes, incoming.attributes),
        consent: mergeConsent(existing.consent, incoming.consent),
      }
    case 'FULL_REPLACE':
      return replaceProfile(existing, incoming)
    default:
      return assertNever(strategy)
  }
}

/** A contact that cannot have all of them keeps its own, as they are. */
function mergeAttributes(existing: Mergeable['attributes'], incoming: Mergeable['attributes']) {
  const merged = { ...existing, ...filledAttributes(incoming) }
  return fitContact(merged) ? merged : existing
}

function resolveLabels(strategy: MergeStrategy, existing: readonly string[], incoming: readonly string[]): string[] {
  if (strategy === 'SKIP_DUPLICATES') return [...existing]
  const united = unionLabels(existing, incoming)
  return strategy === 'FULL_REPLACE' ? replaceLabels(united, incoming) : united
}

const longerName = (existing: string, incoming: string) =>
  charactersIn(incoming) > charactersIn(existing) ? incoming.trim() : existing
const charactersIn = (name: string) => [...name.trim()].length

function sameAttributes(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(after)
  return (
    keys.length === Object.keys(before).length &&
    keys.every((key) => Object.hasOwn(before, key) && before[key] === after[key])
  )
}
