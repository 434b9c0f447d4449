import { FAILURE_REASON_COLUMN } from '../../contacts/contact.ts'
import { readCountry } from '../../contacts/country.ts'
import { cleanText } from '../../text/clean-text.ts'
import { ATTRIBUTE_NAME_CHARS_MAX, type ColumnField, type ColumnUse, RESERVED_ATTRIBUTE } from './column-use.ts'
import * as say from './header-words.ts'
import { isCountry, isFirstName, isLabels, isLastName, isPerson, isWholeName, namesField } from './heading-fields.ts'
import { mayBeNames } from './person-names.ts'
import {
  type ColumnContent,
  holdsNumbers,
  isMostly,
  isPhoneColumn,
  type PhoneClue,
  phoneClue,
} from './phone-columns.ts'

interface Column extends ColumnContent {
  words: readonly string[]
  clue: PhoneClue
  field: ColumnField
}

export interface Suggestion {
  /** A use for each column. */
  uses: ColumnUse[]
  /** False: there are no numbers, or several columns that may be the names: only who knows the file can tell. */
  isCertain: boolean
}

/**
 * What the columns of a file probably are, by the words of their headings and by what is in the first rows. A column
 * that is nothing else becomes an attribute of its name. Name and country can each be one column only, the first.
 */
export function suggestMapping(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: (text: string) => boolean,
): Suggestion {
  const columns = headers.map((header, i): Column => {
    const words = say.headerWords(header)
    const cells = rows.map((row) => row[i]?.trim() ?? '').filter((cell) => cell !== '')
    return { words, cells, isNumber, clue: phoneClue(words), field: isReason(header) ? 'ignore' : 'attribute' }
  })
  markPhones(columns)
  markNames(columns)
  markFirst(columns, 'country', isCountryColumn)
  for (const column of columns) if (column.field === 'attribute' && isLabels(column.words)) column.field = 'labels'
  const isCertain = sayAnything(headers, columns) || markNamesByContent(columns)
  const uses = columns.map(({ field }, i) => (field === 'attribute' ? attributeNamed(headers[i] ?? '') : { field }))
  return { uses, isCertain }
}

/** A column whose heading is known shows that the others have headings too, so that they are what these say. */
const sayAnything = (headers: readonly string[], columns: readonly Column[]) =>
  headers.some((header) => namesField(header) !== 'no') ||
  columns.some(({ field, clue }) => field === 'phone' && clue !== 'silent')

/** For files whose headings say nothing. False: there is more than one column that the names may be in. */
function markNamesByContent(columns: readonly Column[]): boolean {
  if (!columns.some(({ field }) => field === 'phone')) return false
  const candidates = columns.filter(
    ({ field, words, cells }) => field === 'attribute' && !say.hasKnownWord(words) && mayBeNames(cells),
  )
  const [first] = candidates
  if (first) first.field = 'name'
  return candidates.length <= 1
}

/** A second report made of the first has two of these columns. */
const isReason = (header: string) => header.replace(/ \(\d+\)$/, '') === FAILURE_REASON_COLUMN

function markPhones(columns: readonly Column[]) {
  const open = columns.filter(({ field }) => field === 'attribute')
  const byHeading = open.filter((column) => isPhoneColumn(column.clue, column.words, column))
  const phones = byHeading.length > 0 ? byHeading : open.filter((column) => isSilentPhone(column))
  for (const column of phones) column.field = 'phone'
}

const isSilentPhone = (column: Column) => column.clue === 'silent' && holdsNumbers(column)

function markNames(columns: readonly Column[]) {
  const name = markFirst(columns, 'name', ({ words }) => isWholeName(words))
  const first = markFirst(columns, 'firstName', ({ words }) => isFirstName(words))
  const last = markFirst(columns, 'lastName', ({ words }) => isLastName(words))
  if (!name && !first && !last) markFirst(columns, 'name', ({ words }) => isPerson(words))
  // `Name` beside `Surname`, and `Nom` beside `Prénom`, is the other half.
  if (name && last && !first) name.field = 'firstName'
  if (name && first && !last && say.hasOneOf(first.words, say.FIRST_BESIDE_NAME)) name.field = 'lastName'
}

function isCountryColumn({ words, cells }: Column): boolean {
  const around = [say.NAME, say.CONTACT, say.PERSON, say.LITTLE]
  if (isCountry(words)) return true
  const mayBe = say.hasOneOf(words, say.COUNTRY) || words.includes('land') || words.includes('iso')
  const isAbout = say.hasOnly(words, say.COUNTRY, say.PERHAPS_COUNTRY, say.PHONE, say.NUMBER, ...around)
  return mayBe && isAbout && isMostly(cells, (cell) => readCountry(cell) !== undefined)
}

function markFirst(columns: readonly Column[], field: ColumnField, is: (column: Column) => boolean) {
  const found = columns.find((column) => column.field === 'attribute' && is(column))
  if (found) found.field = field
  return found
}

/** Beside `Full name` a column called just `name` cannot give its name to an attribute. */
function attributeNamed(header: string): ColumnUse {
  const attribute = cleanText(header).slice(0, ATTRIBUTE_NAME_CHARS_MAX)
  return { field: 'attribute', attribute: attribute === RESERVED_ATTRIBUTE ? `${attribute} (2)` : attribute }
}
