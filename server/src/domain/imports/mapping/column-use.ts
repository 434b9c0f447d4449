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

/** What a column of a file is read as. */
export type ColumnUse = { field: Exclude<ColumnField, 'attribute'> } | { field: 'attribute'; attribute: string }

/** So that every heading can name its attribute. */
export const ATTRIBUTE_NAME_CHARS_MAX = IMPORT_HEADER_CHARS_MAX
/** A contact's own name is found under it among the names of its filled attributes. */
export const RESERVED_ATTRIBUTE = 'name'

export const hasPhone = (mapping: readonly ColumnUse[]) => mapping.some(({ field }) => field === 'phone')
