import { readCountry } from '../../contacts/country.ts'
import { cleanText } from '../../text/clean-text.ts'
import { ATTRIBUTE_NAME_CHARS_MAX, type ColumnField, type ColumnUse, RESERVED_ATTRIBUTE } from './column-use.ts'
import { isConsentColumn } from './consent-columns.ts'
import * as vocabulary from './header-words.ts'
import {
  isCountry,
  isFirstName,
  isFullName,
  isLabels,
  isLastName,
  isOtherText,
  isPerson,
  mayBeCountryOfAddress,
  mayBeName,
  namesField,
} from './heading-fields.ts'
import { areInLowerCase, looksLikeNames, mayBeNames } from './person-names.ts'
import {
  type ColumnContent,
  holdsNumbers,
  isMostly,
  isPhoneColumn,
  type PhoneClue,
  phoneClue,
} from './phone-columns.ts'
import { toConsent } from './read-mapping.ts'
import { reportColumns } from './report-columns.ts'

interface Column extends ColumnContent {
  header: string
  words: readonly string[]
  clue: PhoneClue
  field: ColumnField
}

/** HEADERS: at least one heading names a field. CONTENT: only the cells tell. REMEMBERED: mapped like this before. */
export type SuggestionSource = 'REMEMBERED' | 'HEADERS' | 'CONTENT'

interface Suggestion {
  /** The use of each column. */
  uses: ColumnUse[]
  source: Exclude<SuggestionSource, 'REMEMBERED'>
  /** False: there is no phone column, or several columns may contain the names; then the vendor has to choose. */
  isCertain: boolean
}

/**
 * Suggests the use of each column from the words of its heading and from the first rows. A column that matches nothing
 * becomes an attribute named after it. Name and country are one column each, the first that matches.
 */
export function suggestMapping(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: (text: string) => boolean,
): Suggestion {
  const added = reportColumns(headers)
  const columns = headers.map((header, i): Column => {
    const words = vocabulary.headerWords(header)
    const cells = rows.map((row) => row[i]?.trim() ?? '').filter((cell) => cell !== '')
    return { header, words, cells, isNumber, clue: phoneClue(words), field: added.has(i) ? 'ignore' : 'attribute' }
  })
  for (const column of columns)
    if (column.field === 'attribute' && isConsentColumn(column.words, column.cells)) column.field = 'consent'
  assignPhones(columns)
  assignNames(columns)
  if (!assignFirst(columns, 'country', isCountryColumn)) assignFirst(columns, 'country', isCountryOfAddress)
  for (const column of columns) if (column.field === 'attribute' && isLabels(column.words)) column.field = 'labels'
  const hasHeadings = hasKnownHeading(headers, columns)
  const isCertain = assignUnnamedNames(columns, ({ header, words }) =>
    hasHeadings ? mayBeName(header, words) : !vocabulary.hasKnownWord(words),
  )
  const attributes = new Set([RESERVED_ATTRIBUTE])
  const uses = columns.map((column) => toUse(column, attributes))
  return { uses, source: hasHeadings ? 'HEADERS' : 'CONTENT', isCertain }
}

/**
 * One known heading shows that the file has headings, so that the other columns can be trusted to be what theirs say.
 */
const hasKnownHeading = (headers: readonly string[], columns: readonly Column[]) =>
  headers.some((header) => namesField(header) !== 'no') ||
  columns.some(({ field, clue }) => field === 'phone' && clue !== 'silent')

/**
 * A column of names that is not recognised by its heading would make every contact nameless without a question. False:
 * several columns may contain the names, or one whose heading and cells do not say so clearly. The first is suggested.
 */
function assignUnnamedNames(columns: readonly Column[], isHeadingOfNames: (column: Column) => boolean): boolean {
  if (columns.some(({ field }) => NAME_FIELDS.includes(field))) return true
  if (!columns.some(({ field }) => field === 'phone')) return false
  const isOpen = ({ field, words, cells }: Column) =>
    field === 'attribute' && !isOtherText(words) && looksLikeNames(cells)
  const named = columns.filter((column) => isOpen(column) && isHeadingOfNames(column))
  const clear = named.filter(({ cells }) => mayBeNames(cells))
  const unclear = columns.filter(
    (column) => isOpen(column) && mayBeNames(column.cells) && (named.includes(column) || !areInLowerCase(column.cells)),
  )
  const candidates = clear.length > 0 ? clear : unclear.length > 0 || named.length > 1 ? unclear : named
  const [first] = candidates
  if (first) first.field = 'name'
  return candidates.length === clear.length && clear.length <= 1
}

const NAME_FIELDS: readonly ColumnField[] = ['name', 'firstName', 'lastName']

function assignPhones(columns: readonly Column[]) {
  const open = columns.filter(({ field }) => field === 'attribute')
  const byHeading = open.filter((column) => isPhoneColumn(column.clue, column.words, column))
  const phones = byHeading.length > 0 ? byHeading : open.filter((column) => isUnnamedPhone(column))
  for (const column of phones) column.field = 'phone'
}

const isUnnamedPhone = (column: Column) => column.clue === 'silent' && holdsNumbers(column)

function assignNames(columns: readonly Column[]) {
  const name = assignFirst(columns, 'name', ({ words }) => isFullName(words))
  const first = assignFirst(columns, 'firstName', ({ words }) => isFirstName(words))
  const last = assignFirst(columns, 'lastName', ({ words }) => isLastName(words))
  if (!name && !first && !last) assignFirst(columns, 'name', ({ words }) => isPerson(words))
  // `Name` beside `Surname`, and `Nom` beside `Prénom`, is the other part of the name.
  if (name && last && !first) name.field = 'firstName'
  if (name && first && !last && vocabulary.hasOneOf(first.words, vocabulary.FIRST_BESIDE_NAME)) name.field = 'lastName'
}

function isCountryColumn({ words, cells }: Column): boolean {
  const around = [vocabulary.NAME, vocabulary.CONTACT, vocabulary.PERSON, vocabulary.FILLER]
  if (isCountry(words)) return true
  const mayBe = vocabulary.hasOneOf(words, vocabulary.COUNTRY) || words.includes('land') || words.includes('iso')
  const isAbout = vocabulary.hasOnly(
    words,
    vocabulary.COUNTRY,
    vocabulary.AMBIGUOUS_COUNTRY,
    vocabulary.PHONE,
    vocabulary.NUMBER,
    ...around,
  )
  return mayBe && isAbout && isMostly(cells, namesCountry)
}

const namesCountry = (cell: string) => readCountry(cell) !== undefined

const isCountryOfAddress = ({ words, cells }: Column) => mayBeCountryOfAddress(words) && isMostly(cells, namesCountry)

function assignFirst(columns: readonly Column[], field: ColumnField, is: (column: Column) => boolean) {
  const found = columns.find((column) => column.field === 'attribute' && is(column))
  if (found) found.field = field
  return found
}

function toUse({ field, header, cells }: Column, attributes: Set<string>): ColumnUse {
  if (field === 'attribute') return { field, attribute: attributeOf(header, attributes) }
  return field === 'consent' ? toConsent(header, cells) : { field }
}

/** Headings that differ only in spaces or behind the limit would be one attribute, and a column would be lost. */
function attributeOf(header: string, taken: Set<string>): string {
  const name = cleanText(header)
  let attribute = name.slice(0, ATTRIBUTE_NAME_CHARS_MAX)
  for (let number = 2; taken.has(attribute); number++) {
    const suffix = ` (${number})`
    attribute = name.slice(0, ATTRIBUTE_NAME_CHARS_MAX - suffix.length) + suffix
  }
  taken.add(attribute)
  return attribute
}
