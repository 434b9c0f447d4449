import { cleanText } from '../../text/clean-text.ts'
import { ATTRIBUTE_NAME_CHARS_MAX, type ColumnField, type ColumnUse, RESERVED_ATTRIBUTE } from './column-use.ts'
import { consentPart } from './consent-columns.ts'
import { headerWords } from './header-words.ts'

export interface RequestedUse {
  field: ColumnField
  attribute?: string | undefined
}

interface MappingProblem {
  path: string
  message: string
}

type MappingReading = { kind: 'mapping'; mapping: ColumnUse[] } | { kind: 'problems'; problems: MappingProblem[] }

/** A contact has one of each; a second column for it would be dropped silently. */
const ONCE: ReadonlySet<ColumnField> = new Set(['name', 'firstName', 'lastName', 'country'])

/**
 * Validates a vendor's mapping, keyed by heading, against the columns of the file. Columns that are not named are
 * ignored; an attribute without a name is named after its column. A missing phone column is not checked here: see
 * `hasPhone`.
 */
export function readMapping(columns: readonly string[], given: Readonly<Record<string, RequestedUse>>): MappingReading {
  const problems: MappingProblem[] = []
  const headers = new Set(columns)
  for (const header of Object.keys(given))
    if (!headers.has(header)) problems.push({ path: header, message: 'is not a column of the file' })

  const used = new Set<string>()
  const mapping = columns.map((header): ColumnUse => {
    const use = Object.hasOwn(given, header) ? given[header] : undefined
    if (!use) return { field: 'ignore' }
    const message = problemOf(header, use, used)
    if (message) problems.push({ path: header, message })
    if (use.field === 'attribute') return { field: 'attribute', attribute: attributeOf(header, use) }
    return use.field === 'consent' ? toConsent(header) : { field: use.field }
  })
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'mapping', mapping }
}

function problemOf(header: string, use: RequestedUse, used: Set<string>): string | undefined {
  if (use.field !== 'attribute') {
    if (use.attribute !== undefined) return `only a column mapped to an attribute can have an attribute name`
    return ONCE.has(use.field) && !isNew(used, use.field)
      ? `another column is already mapped to ${use.field}`
      : undefined
  }
  const attribute = attributeOf(header, use)
  if (attribute === '') return `the attribute name must not be empty`
  if (attribute === RESERVED_ATTRIBUTE) return `an attribute must not be named ${RESERVED_ATTRIBUTE}`
  if (attribute.length > ATTRIBUTE_NAME_CHARS_MAX)
    return `the attribute name must have at most ${ATTRIBUTE_NAME_CHARS_MAX} characters`
  return isNew(used, `attribute ${attribute}`) ? undefined : 'another column is already mapped to this attribute'
}

export const toConsent = (header: string, cells?: readonly string[]): ColumnUse => ({
  field: 'consent',
  part: consentPart(headerWords(header), cells),
})

const attributeOf = (header: string, { attribute }: RequestedUse) => cleanText(attribute ?? header)

function isNew(used: Set<string>, key: string): boolean {
  if (used.has(key)) return false
  used.add(key)
  return true
}
