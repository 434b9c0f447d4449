import * as vocabulary from './header-words.ts'
import { phoneClue } from './phone-columns.ts'

/** Recognises the field that a heading names by its words alone, without the cells below it. */

export function isFullName(words: readonly string[]): boolean {
  const lists = [vocabulary.NAME, vocabulary.FULL, vocabulary.CONTACT, vocabulary.PERSON, vocabulary.FILLER]
  if (vocabulary.hasOneOf(words, vocabulary.FIRST) && vocabulary.hasOneOf(words, vocabulary.LAST))
    return vocabulary.hasOnly(words, ...lists, vocabulary.FIRST, vocabulary.LAST, AND)
  return vocabulary.hasOneOf(words, vocabulary.NAME) && vocabulary.hasOnly(words, ...lists) && !isOwner(words)
}

/** `Contact owner` is not the contact; `Owner` alone may be. */
const isOwner = (words: readonly string[]) =>
  vocabulary.hasOneOf(words, vocabulary.OWNER) &&
  words.some((word) => vocabulary.CONTACT.has(word) || (vocabulary.PERSON.has(word) && !vocabulary.OWNER.has(word)))

const AND = new Set(['and', 'or'])

export const isFirstName = (words: readonly string[]) => isPartOfName(words, vocabulary.FIRST)
export const isLastName = (words: readonly string[]) => isPartOfName(words, vocabulary.LAST)

const isPartOfName = (words: readonly string[], part: ReadonlySet<string>) =>
  vocabulary.hasOneOf(words, part) &&
  vocabulary.hasOnly(words, part, vocabulary.NAME, vocabulary.CONTACT, vocabulary.PERSON, vocabulary.FILLER)

/** `Customer`: the name if no other column is one. */
export const isPerson = (words: readonly string[]) =>
  words.length > 0 && vocabulary.hasOnly(words, vocabulary.CONTACT, vocabulary.PERSON) && !isOwner(words)

/**
 * `Party name`, `EmployeeName`, `Passenger`, or a heading left empty: names of contacts if the cells are, and no other
 * column is.
 */
export const mayBeName = (heading: string, words: readonly string[]) =>
  MISSING_HEADING.test(heading) ||
  (words.some((word) => vocabulary.NAME.has(word) || COMPOUND.test(word)) && !isOtherName(words)) ||
  (words.some((word) => vocabulary.PERSON.has(word) || vocabulary.AMBIGUOUS_PERSON.has(word)) && !isOtherText(words))

/** `Shop name`, `City`: the name of something or somebody else. */
const isOtherName = (words: readonly string[]) =>
  words.some((word) => vocabulary.OTHER_NAME.has(word.replace(COMPOUND, '$1')))

/** `City`, `Remarks`: known not to be names of contacts, whatever the cells look like. */
export const isOtherText = (words: readonly string[]) =>
  isOtherName(words) || vocabulary.hasOneOf(words, vocabulary.OTHER_TEXT)

/** Columns without a heading are called by their letters. */
const MISSING_HEADING = /^(?:Column [A-Z]+(?: \(\d+\))?)?$/
const COMPOUND = /^(\p{L}+)names?$/u

export const isCountry = (words: readonly string[]) =>
  vocabulary.hasOneOf(words, vocabulary.COUNTRY) &&
  vocabulary.hasOnly(
    words,
    vocabulary.COUNTRY,
    vocabulary.NAME,
    vocabulary.CONTACT,
    vocabulary.PERSON,
    vocabulary.FILLER,
  )

/** `Country/Region`, `Mailing country`, `Default Address Country Code`: if its cells are countries. */
export const mayBeCountryOfAddress = (words: readonly string[]) =>
  (words.length === 1 && words[0] === MAILCHIMP_COUNTRY) ||
  (vocabulary.hasOneOf(words, vocabulary.COUNTRY) &&
    vocabulary.hasOnly(
      words,
      vocabulary.COUNTRY,
      vocabulary.AMBIGUOUS_COUNTRY,
      vocabulary.ADDRESS,
      vocabulary.QUALIFIER,
      vocabulary.CONTACT,
    ))

const MAILCHIMP_COUNTRY = 'cc'

export const isLabels = (words: readonly string[]) =>
  vocabulary.hasOneOf(words, vocabulary.LABEL) &&
  vocabulary.hasOnly(
    words,
    vocabulary.LABEL,
    vocabulary.MEMBERSHIP,
    vocabulary.NAME,
    vocabulary.CONTACT,
    vocabulary.PERSON,
    vocabulary.FILLER,
  )

/**
 * `yes`: can only be a column heading. `perhaps`: may also be the title of a list, such as `Customers` or `Phone
 * numbers`.
 */
export function namesField(heading: string): 'yes' | 'perhaps' | 'no' {
  const words = vocabulary.headerWords(heading)
  if ([isFullName, isFirstName, isLastName, isCountry, isLabels].some((is) => is(words))) return 'yes'
  return isPerson(words) || phoneClue(words) === 'sure' ? 'perhaps' : 'no'
}
