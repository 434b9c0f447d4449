import { cleanNumber } from './phone/clean-number.ts'

/** A number can be found by its last digits, from this many on. Only this many are indexed. */
export const SUFFIX_DIGITS = 4

/** The digits by which a number is indexed; undefined when there are too few. */
export const indexedSuffix = (digits: string): string | undefined =>
  digits.length < SUFFIX_DIGITS ? undefined : digits.slice(-SUFFIX_DIGITS)

interface SuffixSearch {
  /** The last digits of a number. */
  digits: string
  /** The words of a name that stood before them. */
  words: string
}

/**
 * Reads `3210`, `43-210` or `asha 3210`: either everything is a number, or the last word is. Undefined when it has fewer
 * digits than are indexed.
 */
export function readSuffixSearch(typed: string): SuffixSearch | undefined {
  const whole = digitsOf(typed)
  if (whole !== undefined) return suffixOf(whole, '')
  const words = typed.trim().split(/\s+/)
  const last = digitsOf(words.pop() ?? '')
  return last === undefined ? undefined : suffixOf(last, words.join(' '))
}

const digitsOf = (text: string) => cleanNumber(text)?.replace('+', '')

const suffixOf = (digits: string, words: string) =>
  indexedSuffix(digits) === undefined ? undefined : { digits, words }
