import * as say from './header-words.ts'
import { phoneClue } from './phone-columns.ts'

/** What the words of a heading name, without a look at the cells below it. */

export function isWholeName(words: readonly string[]): boolean {
  const lists = [say.NAME, say.WHOLE, say.CONTACT, say.PERSON, say.LITTLE]
  if (say.hasOneOf(words, say.FIRST) && say.hasOneOf(words, say.LAST))
    return say.hasOnly(words, ...lists, say.FIRST, say.LAST, AND)
  return say.hasOneOf(words, say.NAME) && say.hasOnly(words, ...lists)
}

const AND = new Set(['and', 'or'])

export const isFirstName = (words: readonly string[]) => isPartOfName(words, say.FIRST)
export const isLastName = (words: readonly string[]) => isPartOfName(words, say.LAST)

const isPartOfName = (words: readonly string[], part: ReadonlySet<string>) =>
  say.hasOneOf(words, part) && say.hasOnly(words, part, say.NAME, say.CONTACT, say.PERSON, say.LITTLE)

/** `Customer`: a name where no other column is one. */
export const isPerson = (words: readonly string[]) => words.length > 0 && say.hasOnly(words, say.CONTACT, say.PERSON)

export const isCountry = (words: readonly string[]) =>
  say.hasOneOf(words, say.COUNTRY) && say.hasOnly(words, say.COUNTRY, say.NAME, say.CONTACT, say.PERSON, say.LITTLE)

export const isLabels = (words: readonly string[]) =>
  say.hasOneOf(words, say.LABEL) && say.hasOnly(words, say.LABEL, say.NAME, say.CONTACT, say.PERSON, say.LITTLE)

/**
 * `yes`: nobody would write this above anything but a column. `perhaps`: it may as well be the title of a list, such as
 * `Customers` or `Phone numbers`.
 */
export function namesField(heading: string): 'yes' | 'perhaps' | 'no' {
  const words = say.headerWords(heading)
  if ([isWholeName, isFirstName, isLastName, isCountry, isLabels].some((is) => is(words))) return 'yes'
  return isPerson(words) || phoneClue(words) === 'sure' ? 'perhaps' : 'no'
}
