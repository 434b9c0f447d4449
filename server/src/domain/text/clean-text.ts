/**
 * Normalises one line of text: composed (NFC), trimmed, with every run of white space and control characters as one
 * space. Characters that only hide or reorder text and unpaired surrogates are removed; the joiners (U+200C, U+200D)
 * are part of the spelling in Indic and Persian words and are kept.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(HIDDEN_MARKS, '').normalize('NFC').replace(WHITE_SPACE, ' ').trim()
}

/** Case folding for any script: `ẞ`, `ß` and `SS` become equal only by lowering, raising and lowering again. */
export const foldCase = (text: string) => text.toLowerCase().toUpperCase().toLowerCase()

/** The fast path for most cells: printable ASCII words with single spaces between them. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/
const HIDDEN_MARKS = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\p{Cs}]/gu
const WHITE_SPACE = /[\s\p{Cc}]+/gu
