import type { Mergeable } from './contact.ts'
import { normalizeLabel } from './labels.ts'

export interface FieldDiff {
  /** `name`, `labels` or `attributes.<key>`. */
  field: string
  existing: string
  incoming: string
  resolved: string
}

/**
 * The fields over which the two contacts differ: the incoming one says something else, or something is taken away.
 * Where the incoming contact says nothing and nothing happens, there is nothing to show.
 */
export function fieldDiffs(existing: Mergeable, incoming: Mergeable, resolved: Mergeable): FieldDiff[] {
  const diffs: FieldDiff[] = []
  const compare = (field: string, before: string, offered: string, after: string) => {
    if (before !== after || (offered.trim() !== '' && offered !== before))
      diffs.push({ field, existing: before, incoming: offered, resolved: after })
  }
  compare('name', existing.name, incoming.name, resolved.name)
  if (hasOthers(existing, incoming) || hasOthers(resolved, existing))
    compare('labels', ...([existing, incoming, resolved].map(labelsText) as [string, string, string]))
  for (const key of new Set([existing, incoming].flatMap(({ attributes }) => Object.keys(attributes))))
    compare(`attributes.${key}`, attributeOf(existing, key), attributeOf(incoming, key), attributeOf(resolved, key))
  return diffs
}

/** Whether `contact` has a label that is not among those of `known`. */
function hasOthers(known: Mergeable, contact: Mergeable): boolean {
  const folded = new Set(known.labels.map(normalizeLabel))
  return contact.labels.some((label) => !folded.has(normalizeLabel(label)))
}

const labelsText = ({ labels }: Mergeable) => labels.join(', ')

const attributeOf = ({ attributes }: Mergeable, key: string) =>
  Object.hasOwn(attributes, key) ? (attributes[key] ?? '') : ''
