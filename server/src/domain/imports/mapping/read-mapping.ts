import { cleanText } from '../../text/clean-text.ts'
import { ATTRIBUTE_NAME_CHARS_MAX, type ColumnField, type ColumnUse, RESERVED_ATTRIBUTE } from './column-use.ts'

export interface GivenUse {
  field: ColumnField
  attribute?: string | undefined
}

export interface MappingProblem {
  path: string
  message: string
}

export type MappingReading =
  | { kind: 'mapping'; mapping: ColumnUse[] }
  | { kind: 'problems'; problems: MappingProblem[] }

/** Of these a contact has one; a second column for it would be dropped in silence. */
const ONCE: ReadonlySet<ColumnField> = new Set(['name', 'firstName', 'lastName', 'country'])

/**
 * A vendor's mapping, by headings, for the columns of the file. Columns that it does not name are ignored; an attribute
 * without a name is called like its column. Whether there is a phone column is another question: see `hasPhone`.
 */
export function readMapping(columns: readonly string[], given: Readonly<Record<string, GivenUse>>): MappingReading {
  const problems: MappingProblem[] = []
  const known = new Set(columns)
  for (const header of Object.keys(given))
    if (!known.has(header)) problems.push({ path: header, message: 'is not a column of the file' })

  const taken = new Set<string>()
  const mapping = columns.map((header): ColumnUse => {
    const use = Object.hasOwn(given, header) ? given[header] : undefined
    if (!use) return { field: 'ignore' }
    const message = problemOf(header, use, taken)
    if (message) problems.push({ path: header, message })
    return use.field === 'attribute'
      ? { field: 'attribute', attribute: attributeOf(header, use) }
      : { field: use.field }
  })
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'mapping', mapping }
}

function problemOf(header: string, use: GivenUse, taken: Set<string>): string | undefined {
  if (use.field !== 'attribute') {
    if (use.attribute !== undefined) return `only a column mapped to an attribute can have an attribute name`
    return ONCE.has(use.field) && !isNew(taken, use.field)
      ? `another column is already mapped to ${use.field}`
      : undefined
  }
  const attribute = attributeOf(header, use)
  if (attribute === '') return `the attribute name must not be empty`
  if (attribute === RESERVED_ATTRIBUTE) return `an attribute must not be named ${RESERVED_ATTRIBUTE}`
  if (attribute.length > ATTRIBUTE_NAME_CHARS_MAX)
    return `the attribute name must have at most ${ATTRIBUTE_NAME_CHARS_MAX} characters`
  return isNew(taken, `attribute ${attribute}`) ? undefined : 'another column is already mapped to this attribute'
}

const attributeOf = (header: string, { attribute }: GivenUse) => cleanText(attribute ?? header)

function isNew(taken: Set<string>, what: string): boolean {
  if (taken.has(what)) return false
  taken.add(what)
  return true
}
