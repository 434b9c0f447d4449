import { foldCase } from '../text/clean-text.ts'

/**
 * Names are found by their words, and each word costs a token, so the number is bounded: a cell may contain any amount
 * of text.
 */
export const NAME_WORDS_MAX = 16
export const NAME_WORD_CHARS_MAX = 64
const NAME_CHARS_READ_MAX = 1024

/**
 * The distinct words of a name in the form used for lookups: without case, width and, on Latin letters, accents (`José`
 * is found by `jose`). Marks of other scripts are vowels and are kept.
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
  // The fast path for most names.
  if (ASCII.test(name)) return name.toLowerCase().match(ASCII_WORDS) ?? []
  const plain = name.normalize('NFKD').replace(LATIN_ACCENTS, '$1').replace(JOINERS, '')
  return foldCase(plain).normalize('NFC').match(WORDS) ?? []
}

const ASCII = /^[ -~]*$/
const ASCII_WORDS = /[a-z0-9]+/g
const LATIN_ACCENTS = /(\p{Script=Latin})\p{Mn}+/gu
/** Invisible, so people may or may not type them. */
const JOINERS = /[\u200c\u200d]/g
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
