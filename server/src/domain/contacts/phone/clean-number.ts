/**
 * The digits of a number as written, with a leading `+` if there was one; undefined if the cell is malformed.
 *
 * Only unambiguous spellings are repaired: spreadsheet quoting (`'98…`, `="98…"`), the `.0` of a number cell, invisible
 * characters, digits of other scripts, spacing, dashes, dots and brackets. Everything else is malformed, never guessed:
 * letters, and with them every exponent form (`9.19877E+11` has lost digits); extensions (`x12`, `ext. 5`, `#3`),
 * because a message cannot reach an extension and the switchboard is not the person; `/` and every other list
 * separator, because two numbers must not be joined into one.
 */
export function cleanNumber(raw: string): string | undefined {
  if (PLAIN.test(raw)) return raw
  if (raw.length > WRITTEN_LENGTH_MAX) return undefined
  if (SPACED.test(raw)) return raw.replaceAll(' ', '')
  const text = raw.replace(INVISIBLE, '').replace(EDGES, '').replace(SCHEME, '')
  const digits = foldDigits(text).replace(NUMBER_CELL_TAIL, '$1').replace(PUNCTUATION, '').replace(PLUS, '+')
  return PLAIN.test(digits) ? digits : undefined
}

/** The longest spelling that is parsed: a hostile cell of 32 KB must not take a second. */
const WRITTEN_LENGTH_MAX = 250
const PLAIN = /^\+?[0-9]+$/
/** The fast path for most other numbers. */
const SPACED = /^\+?[0-9]+(?: [0-9]+)*$/
/** Zero-width and bidirectional marks, byte order marks, soft hyphens. */
const INVISIBLE = /\p{Cf}/gu
const EDGES = /^[\s='"`´‘’“”]+|['"`´‘’“”\s]+$/g
/** How a link spells a number (RFC 3966). */
const SCHEME = /^tel:/i
/** A float prints one or two zeros. More could be a group of digits. */
const NUMBER_CELL_TAIL = /^([+＋]?[0-9]+)\.0{1,2}$/
const PUNCTUATION = /[\s\p{Pd}\u2212\u30fc()[\]{}（）［］.．·]/gu
const PLUS = /^[＋﹢]/

const foldDigits = (text: string) =>
  text.replace(FOREIGN_DIGITS, (digit) => String(digitValue(digit.codePointAt(0) as number)))

const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu
const DIGIT = /\p{Nd}/u

/** Unicode lays out the decimal digits of every script as unbroken runs of ten. */
function digitValue(codePoint: number): number {
  let zero = codePoint
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return (codePoint - zero) % 10
}
