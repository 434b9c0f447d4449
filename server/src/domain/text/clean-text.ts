/**
 * One line of text as people mean it: composed (NFC), trimmed, every run of white space and control characters one
 * space. Marks that only hide or turn text around go, as do halves of characters; the joiners (U+200C, U+200D) are
 * spelling in Indic and Persian words and stay.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(DISGUISES, '').normalize('NFC').replace(BLANKS, ' ').trim()
}

/** Without the difference of case in any script: `ẞ`, `ß` and `SS` become one only on the way down, up and down again. */
export const foldCase = (text: string) => text.toLowerCase().toUpperCase().toLowerCase()

/** Most cells: printable ASCII words with single spaces between them. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/
const DISGUISES = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\p{Cs}]/gu
const BLANKS = /[\s\p{Cc}]+/gu
