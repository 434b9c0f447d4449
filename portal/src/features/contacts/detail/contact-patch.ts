import type { ContactPatch } from '@harkara/server/contacts/schema'
import type { In } from '../../../api/types.ts'
import { t } from '../../../format/translate.ts'
import type { Contact } from '../queries.ts'

/** `row` is a stable React key. */
interface AttributeRow {
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

/** Contains only changes, so that edits by others are kept. A removed or renamed attribute is null. */
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

/** Why an attribute name is invalid, if so. */
export function attributeNameError(key: string, rows: readonly AttributeRow[]): string | null {
  const name = key.trim()
  if (!name) return t('Enter a name or remove this attribute.')
  if (name === 'name') return t('Use the name field above.')
  return rows.filter((other) => other.key.trim() === name).length > 1 ? t('This name is used twice.') : null
}
