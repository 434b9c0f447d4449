import { IMPORT_HEADER_CHARS_MAX } from '../../limits.ts'

export const COLUMN_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'phone',
  'country',
  'labels',
  'consent',
  'attribute',
  'ignore',
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** `optOut`: a yes in the column is a refusal, as in `Unsubscribed` or `Do not contact`. */
export type ConsentPart = 'status' | 'optOut' | 'date' | 'source'

/** How a column of a file is used. */
export type ColumnUse =
  | { field: Exclude<ColumnField, 'attribute' | 'consent' | 'phone'> }
  /** `kindColumn`: the column that says what kind of number it is, if there is one. It is not stored. */
  | { field: 'phone'; kindColumn?: number }
  | { field: 'attribute'; attribute: string }
  /** The part follows from the heading and, in a suggestion, the cells. */
  | { field: 'consent'; part: ConsentPart }

/** Equal limits, so that every heading can become an attribute name. */
export const ATTRIBUTE_NAME_CHARS_MAX = IMPORT_HEADER_CHARS_MAX
/** Reserved for the contact's own name in the list of filled keys. */
export const RESERVED_ATTRIBUTE = 'name'

export const hasPhone = (mapping: readonly ColumnUse[]) => mapping.some(({ field }) => field === 'phone')
