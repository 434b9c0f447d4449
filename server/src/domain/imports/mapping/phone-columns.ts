import { splitNumbers } from '../rows/split-numbers.ts'
import * as say from './header-words.ts'

/** The cells of one column that say something, and whether a text is a valid phone number. */
export interface ColumnContent {
  cells: readonly string[]
  isNumber(text: string): boolean
}

/**
 * `sure`: the heading says phone and nothing else, so that even a column full of mistakes is one of numbers.
 * `likely`: it says phone and more (`Phone type`, `Spouse mobile`), so the cells decide.
 * `possible`: it may mean a phone (`Number`, `Contact`): the cells must say so.
 * `silent`: it says nothing of phones; the cells count if no other column is one.
 * `other`: a number of something else, whatever it looks like.
 */
export type PhoneClue = 'sure' | 'likely' | 'possible' | 'silent' | 'other'

export function phoneClue(words: readonly string[]): PhoneClue {
  const saysPhone = say.hasOneOf(words, say.PHONE)
  const mayMeanPhone = say.hasOneOf(words, say.CONTACT) || say.hasOneOf(words, say.PERHAPS_PHONE)
  const saysNumber = say.hasOneOf(words, say.NUMBER)
  const around = [say.NUMBER, say.CONTACT, say.PERSON, say.LITTLE, say.WHICH]
  const isPlain = say.hasOnly(words, say.PHONE, say.PERHAPS_PHONE, ...around)
  if (isPlain && (saysPhone || (mayMeanPhone && saysNumber))) return 'sure'
  if (saysPhone) return 'likely'
  if (say.hasOneOf(words, say.OTHER_NUMBER)) return 'other'
  return mayMeanPhone || saysNumber ? 'possible' : 'silent'
}

/** Whether a heading with that clue and those cells makes a phone column, without a look at the other columns. */
export function isPhoneColumn(clue: PhoneClue, words: readonly string[], content: ColumnContent): boolean {
  if (clue === 'sure') return true
  if (clue === 'likely')
    return content.cells.length === 0 ? !say.hasOneOf(words, say.ABOUT_PHONE) : holdsNumbers(content)
  return clue === 'possible' && holdsNumbers(content)
}

export const holdsNumbers = ({ cells, isNumber }: ColumnContent) =>
  isMostly(cells, (cell) => splitNumbers(cell).some(isNumber))

export const isMostly = (cells: readonly string[], is: (cell: string) => boolean) =>
  cells.filter(is).length * 2 > cells.length
