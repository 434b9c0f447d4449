import type { ColumnUse } from './column-use.ts'

const VALUE = /\bvalue$/
const KINDS = ['label', 'type']

/**
 * Google Contacts writes each number in two columns: `Phone 1 - Label` (`Type` in older exports) says which kind of number
 * `Phone 1 - Value` has. Adds to each such phone column where its kind is.
 */
export function withPhoneKinds(columns: readonly string[], mapping: readonly ColumnUse[]): ColumnUse[] {
  const headings = columns.map((column) => column.trim().toLowerCase())
  return mapping.map((use, column): ColumnUse => {
    const heading = headings[column] ?? ''
    if (use.field !== 'phone' || !VALUE.test(heading)) return use
    const kindHeadings = KINDS.map((kind) => heading.replace(VALUE, kind))
    const kindColumn = headings.findIndex((other) => kindHeadings.includes(other))
    return kindColumn === -1 ? use : { field: 'phone', kindColumn }
  })
}

/** `Work Fax`, `homeFax`, `Telefax`. */
export const isFax = (kind: string | undefined) => kind !== undefined && /fax/i.test(kind)
