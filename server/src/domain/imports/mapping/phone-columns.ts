import { splitNumbers } from '../rows/split-numbers.ts'
import * as vocabulary from './header-words.ts'

/** The cells of one column that are not empty, and a check for valid phone numbers. */
export interface ColumnContent {
  cells: readonly string[]
  isNumber(text: string): boolean
}

/**
 * `sure`: the heading means phone and nothing else, so that even a column full of mistakes is a phone column. `likely`:
 * it means phone and more (`Phone type`, `Spouse mobile`), so the cells decide. `possible`: it may mean a phone
 * (`Number`, `Contact`), which the cells must confirm. `silent`: it says nothing about phones; the cells count if no
 * other column is a phone column. `other`: a number of something else, whatever it looks like.
 */
export type PhoneClue = 'sure' | 'likely' | 'possible' | 'silent' | 'other'

export function phoneClue(words: readonly string[]): PhoneClue {
  const saysPhone = vocabulary.hasOneOf(words, vocabulary.PHONE)
  const mayMeanPhone =
    vocabulary.hasOneOf(words, vocabulary.CONTACT) || vocabulary.hasOneOf(words, vocabulary.AMBIGUOUS_PHONE)
  const saysNumber = vocabulary.hasOneOf(words, vocabulary.NUMBER)
  const around = [vocabulary.NUMBER, vocabulary.CONTACT, vocabulary.PERSON, vocabulary.FILLER, vocabulary.QUALIFIER]
  if (vocabulary.hasOneOf(words, vocabulary.ASSISTANT)) return 'other'
  const isPlain = vocabulary.hasOnly(words, vocabulary.PHONE, vocabulary.AMBIGUOUS_PHONE, ...around)
  if (isPlain && (saysPhone || (mayMeanPhone && saysNumber))) return 'sure'
  if (saysPhone) return 'likely'
  if (vocabulary.hasOneOf(words, vocabulary.OTHER_NUMBER)) return 'other'
  return mayMeanPhone || saysNumber ? 'possible' : 'silent'
}

/** Whether the clue and the cells make a phone column, without regard to the other columns. */
export function isPhoneColumn(clue: PhoneClue, words: readonly string[], content: ColumnContent): boolean {
  if (clue === 'sure') return true
  if (clue === 'likely')
    return content.cells.length === 0 ? !vocabulary.hasOneOf(words, vocabulary.PHONE_PROPERTY) : holdsNumbers(content)
  return clue === 'possible' && holdsNumbers(content)
}

export const holdsNumbers = ({ cells, isNumber }: ColumnContent) =>
  isMostly(cells, (cell) => splitNumbers(cell).some(isNumber))

export const isMostly = (cells: readonly string[], is: (cell: string) => boolean) =>
  cells.filter(is).length * 2 > cells.length
