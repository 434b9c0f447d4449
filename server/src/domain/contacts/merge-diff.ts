import { consentText } from './consent.ts'
import type { Mergeable } from './contact.ts'
import { normalizeLabel } from './labels.ts'

export interface FieldDiff {
  /** `name`, `labels`, `consent` or `attributes.<key>`. */
  field: string
  existing: string
  incoming: string
  resolved: string
}

/**
 * The fields in which the two contacts differ: the incoming contact has another value, or a value is removed. An empty
 * incoming value that changes nothing is not listed.
 */
export function fieldDiffs(existing: Mergeable, incoming: Mergeable, resolved: Mergeable): FieldDiff[] {
  const diffs: FieldDiff[] = []
  const compare = (field: string, before: string, candidate: string, after: string) => {
    if (before !== after || (candidate.trim() !== '' && candidate !== before))
      diffs.push({ field, existing: before, incoming: candidate, resolved: after })
  }
  compare('name', existing.name, incoming.name, resolved.name)
  if (hasNewLabels(existing, incoming) || hasNewLabels(resolved, existing))
    compare('labels', ...([existing, incoming, resolved].map(labelsText) as Texts))
  compare('consent', ...([existing, incoming, resolved].map(({ consent }) => consentText(consent)) as Texts))
  for (const key of new Set([existing, incoming].flatMap(({ attributes }) => Object.keys(attributes))))
    compare(`attributes.${key}`, attributeOf(existing, key), attributeOf(incoming, key), attributeOf(resolved, key))
  return diffs
}

type Texts = [existing: string, incoming: string, resolved: string]

/** Whether `contact` has a label that `known` lacks. */
function hasNewLabels(known: Mergeable, contact: Mergeable): boolean {
  const knownLabels = new Set(known.labels.map(normalizeLabel))
  return contact.labels.some((label) => !knownLabels.has(normalizeLabel(label)))
}

const labelsText = ({ labels }: Mergeable) => labels.join(', ')

const attributeOf = ({ attributes }: Mergeable, key: string) =>
  Object.hasOwn(attributes, key) ? (attributes[key] ?? '') : ''
