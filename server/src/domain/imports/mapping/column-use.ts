import { IMPORT_HEADER_CHARS_MAX } from '../../limits.ts'

export const COLUMN_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'phone',
  'country',
  'labels',
  'attribute',
  'ignore',
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** How a column of a file is used. */
export type ColumnUse = { field: Exclude<ColumnField, 'attribute'> } | { field: 'attribute'; attribute: string }

/** Equal limits, so that every heading can become an attribute name. */
export const ATTRIBUTE_NAME_CHARS_MAX = IMPORT_HEADER_CHARS_MAX
/** Reserved for the contact's own name in the list of filled keys. */
export const RESERVED_ATTRIBUTE = 'name'

export const hasPhone = (mapping: readonly ColumnUse[]) => mapping.some(({ field }) => field === 'phone')
