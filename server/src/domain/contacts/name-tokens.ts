import { foldCase } from '../text/clean-text.ts'

/** Names are found by their words, each of which costs a token: bounded, for a cell may hold a whole book. */
export const NAME_WORDS_MAX = 16
export const NAME_WORD_CHARS_MAX = 64
const NAME_CHARS_READ_MAX = 1024

/**
 * The distinct words of a name in the form in which they are looked up: without case, width and, on Latin letters,
 * accents (`José` is found by `jose`). Marks of other scripts are vowels and stay.
 */
export function nameWords(name: string): string[] {
  const words: string[] = []
  for (const found of wordsOf(name.slice(0, NAME_CHARS_READ_MAX))) {
    const word = found.slice(0, NAME_WORD_CHARS_MAX)
    if (!words.includes(word)) words.push(word)
    if (words.length === NAME_WORDS_MAX) break
  }
  return words
}

function wordsOf(name: string): string[] {
  // Most names, and many times faster.
  if (ASCII.test(name)) return name.toLowerCase().match(ASCII_WORDS) ?? []
  const plain = name.normalize('NFKD').replace(LATIN_ACCENTS, '$1').replace(JOINERS, '')
  return foldCase(plain).normalize('NFC').match(WORDS) ?? []
}

const ASCII = /^[ -~]*$/
const ASCII_WORDS = /[a-z0-9]+/g
const LATIN_ACCENTS = /(\p{Script=Latin})\p{Mn}+/gu
/** People type them or not, and see no difference. */
const JOINERS = /[\u200c\u200d]/g
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
