import type { ContactPatch } from '@harkara/server/contacts/schema'
import type { In } from '../../api/types.ts'
import type { Contact } from './queries.ts'

/** `row` tells rows apart while they are typed into. */
export interface AttributeRow {
  row: string
  key: string
  value: string
}

export interface Profile extends Record<string, unknown> {
  name: string
  labels: string[]
  attributes: AttributeRow[]
}

export const profileOf = ({ name, labels, attributes }: Contact): Profile => ({
  name,
  labels: [...labels],
  attributes: Object.entries(attributes).map(([key, value]) => ({ row: key, key, value })),
})

/** Only what differs, so that what others changed meanwhile stays; an attribute that is gone, or named anew, is null. */
export function patchOf(before: Contact, { name, labels, attributes }: Profile): In<typeof ContactPatch> {
  const after = new Map(attributes.map(({ key, value }) => [key.trim(), value.trim()]))
  const changed: Record<string, string | null> = {}
  for (const key of Object.keys(before.attributes)) if (!after.has(key)) changed[key] = null
  for (const [key, value] of after) if (before.attributes[key] !== value) changed[key] = value
  return {
    ...(name.trim() !== before.name && { name }),
    ...(JSON.stringify(labels) !== JSON.stringify(before.labels) && { labels }),
    ...(Object.keys(changed).length > 0 && { attributes: changed }),
  }
}

/** What is wrong with the name of a row, if anything. */
export function wrongKey(key: string, rows: readonly AttributeRow[]): string | null {
  const name = key.trim()
  if (!name) return 'Please name this detail, or remove it.'
  if (name === 'name') return 'The name has a field of its own above.'
  return rows.filter((other) => other.key.trim() === name).length > 1 ? 'There are two of this name.' : null
}
