import { assertNever } from '../assert.ts'
import type { ContactAction, ContactSource, Mergeable, MergeStrategy } from './contact.ts'
import { filledAttributes, replaceLabels, replaceProfile, strategyFor } from './full-replace.ts'
import { normalizeLabel, unionLabels } from './labels.ts'
import { type FieldDiff, fieldDiffs } from './merge-diff.ts'

type NameAndAttributes = Omit<Mergeable, 'labels'>

export interface MergeDecision {
  action: Exclude<ContactAction, 'CREATE'>
  resolved: NameAndAttributes & { labels: string[] }
  nameChanged: boolean
  labelsAdded: string[]
  diff: FieldDiff[]
}

/**
 * What becomes of a contact when the same number comes in again. What a person wrote by hand is kept under every
 * strategy; labels are added to it where the strategy adds labels, and FULL_REPLACE takes none away from it.
 * What stays also stays in its order, so that nothing is written that did not change.
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
  const known = new Set(existing.labels.map(normalizeLabel))
  const labelsAdded = resolved.labels.filter((label) => !known.has(normalizeLabel(label)))
  const nameChanged = resolved.name !== existing.name
  const changes = nameChanged || labelsAdded.length > 0 || !sameAttributes(existing.attributes, resolved.attributes)
  // MERGE says that labels were added because the strategy, or what it may do here, is to add labels.
  const actionOnChange = strategy === 'UPDATE_METADATA' ? 'UPDATE' : 'MERGE'
  return {
    action: allowed === 'FULL_REPLACE' ? 'UPDATE' : changes ? actionOnChange : 'SKIP',
    resolved,
    nameChanged,
    labelsAdded,
    diff: fieldDiffs(existing, incoming, resolved),
  }
}

/**
 * Rows of one file with the same number become the contact of the first of them, which takes in the others in the order
 * of the file. Nothing of a file was written by hand.
 */
export function mergeDuplicates<Contact extends Mergeable>(
  strategy: MergeStrategy,
  first: Contact,
  later: readonly Mergeable[],
): Contact {
  let { name, attributes, labels }: Mergeable = first
  for (const next of later) ({ name, attributes } = resolveProfile(strategy, { name, attributes }, next))
  // Labels that are united may be united all at once: row by row, each row would go through all labels before it.
  const steps = strategy === 'FULL_REPLACE' ? later.map((next) => next.labels) : [later.flatMap((next) => next.labels)]
  for (const step of steps) labels = resolveLabels(strategy, labels, step)
  return { ...first, name, attributes, labels }
}

function resolveProfile(
  strategy: MergeStrategy,
  existing: NameAndAttributes,
  incoming: NameAndAttributes,
): NameAndAttributes {
  switch (strategy) {
    case 'SKIP_DUPLICATES':
    case 'MERGE_LABELS':
      return { name: existing.name, attributes: existing.attributes }
    case 'UPDATE_METADATA':
      return {
        name: longerName(existing.name, incoming.name),
        attributes: { ...existing.attributes, ...filledAttributes(incoming.attributes) },
      }
    case 'FULL_REPLACE':
      return replaceProfile(existing, incoming)
    default:
      return assertNever(strategy)
  }
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
