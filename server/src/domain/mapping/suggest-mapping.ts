import { cleanText } from '../clean-text.ts'
import { FAILURE_REASON_COLUMN } from '../contact.ts'
import { readCountry } from '../country.ts'
import { ATTRIBUTE_NAME_CHARS_MAX, type ColumnField, type ColumnUse, RESERVED_ATTRIBUTE } from './column-use.ts'
import * as say from './header-words.ts'
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

/**
 * What the columns of a file probably are, by the words of their headings and by what is in the first rows. A column
 * that is nothing else becomes an attribute of its name. Name and country can each be one column only, the first.
 */
export function suggestMapping(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: (text: string) => boolean,
): ColumnUse[] {
  const columns = headers.map((header, i): Column => {
    const words = say.headerWords(header)
    const cells = rows.map((row) => row[i]?.trim() ?? '').filter((cell) => cell !== '')
    return { words, cells, isNumber, clue: phoneClue(words), field: isReason(header) ? 'ignore' : 'attribute' }
  })
  markPhones(columns)
  markNames(columns)
  markFirst(columns, 'country', isCountryColumn)
  for (const column of columns) if (column.field === 'attribute' && isLabelColumn(column)) column.field = 'labels'
  return columns.map(({ field }, i) => (field === 'attribute' ? attributeNamed(headers[i] ?? '') : { field }))
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
  const name = markFirst(columns, 'name', isWholeName)
  const first = markFirst(columns, 'firstName', ({ words }) => isPartOfName(words, say.FIRST))
  const last = markFirst(columns, 'lastName', ({ words }) => isPartOfName(words, say.LAST))
  if (!name && !first && !last) markFirst(columns, 'name', ({ words }) => isPerson(words))
  // `Name` beside `Surname`, and `Nom` beside `Prénom`, is the other half.
  if (name && last && !first) name.field = 'firstName'
  if (name && first && !last && say.hasOneOf(first.words, say.FIRST_BESIDE_NAME)) name.field = 'lastName'
}

function isWholeName({ words }: Column): boolean {
  const lists = [say.NAME, say.WHOLE, say.CONTACT, say.PERSON, say.LITTLE]
  if (say.hasOneOf(words, say.FIRST) && say.hasOneOf(words, say.LAST))
    return say.hasOnly(words, ...lists, say.FIRST, say.LAST, AND)
  return say.hasOneOf(words, say.NAME) && say.hasOnly(words, ...lists)
}

const AND = new Set(['and', 'or'])

const isPartOfName = (words: readonly string[], part: ReadonlySet<string>) =>
  say.hasOneOf(words, part) && say.hasOnly(words, part, say.NAME, say.CONTACT, say.PERSON, say.LITTLE)

const isPerson = (words: readonly string[]) => words.length > 0 && say.hasOnly(words, say.CONTACT, say.PERSON)

function isCountryColumn({ words, cells }: Column): boolean {
  const around = [say.NAME, say.CONTACT, say.PERSON, say.LITTLE]
  const saysCountry = say.hasOneOf(words, say.COUNTRY)
  if (saysCountry && say.hasOnly(words, say.COUNTRY, ...around)) return true
  const mayBe = saysCountry || words.includes('land') || words.includes('iso')
  const isAbout = say.hasOnly(words, say.COUNTRY, say.PERHAPS_COUNTRY, say.PHONE, say.NUMBER, ...around)
  return mayBe && isAbout && isMostly(cells, (cell) => readCountry(cell) !== undefined)
}

const isLabelColumn = ({ words }: Column) =>
  say.hasOneOf(words, say.LABEL) && say.hasOnly(words, say.LABEL, say.NAME, say.CONTACT, say.PERSON, say.LITTLE)

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
