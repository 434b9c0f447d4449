import { format, tokenize } from 'numfmt'
import { readPart } from '../package/parse-part.ts'
import { xmlParser } from '../package/xml-parser.ts'

/** How a number is read: as a date, as the format writes it, or, without a format, as the plain number. */
type CellFormat = 'date' | ((value: number) => string) | undefined

/** The formats of cell styles, by the style index in the attribute `s` of cells. */
export type CellFormats = readonly CellFormat[]

export async function readCellFormats(part: AsyncIterable<Buffer> | undefined): Promise<CellFormats> {
  const customFormats = new Map<string, CellFormat>()
  const styleFormats: string[] = []
  if (part)
    await readPart(
      part,
      xmlParser({
        open(name, attributes, depth, parent) {
          if (depth !== 3) return
          if (parent === 'numFmts' && name === 'numFmt')
            customFormats.set(attributes['numFmtId'] ?? '', formatOf(attributes['formatCode'] ?? ''))
          if (parent === 'cellXfs' && name === 'xf') styleFormats.push(attributes['numFmtId'] ?? '')
        },
      }),
    )
  return styleFormats.map((id) => (customFormats.has(id) ? customFormats.get(id) : builtInFormat(Number(id))))
}

/** The built-in date formats; 27 to 36 and 50 to 58 are those of the East Asian editions. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

const builtInFormat = (id: number): CellFormat =>
  BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? 'date' : undefined

/** Quoted, escaped and bracketed parts, and characters that only reserve space, may contain any letter. */
const WITHOUT_MEANING = /"[^"]*"?|[\\_*].|\[[^\]]*\]?/gs

const isDateFormat = (code: string) => /[ymdhs]/i.test(code.replace(WITHOUT_MEANING, ''))

/** Nobody types a longer one, and a hostile file may have thousands. */
const FORMAT_LENGTH_MAX = 255

function formatOf(code: string): CellFormat {
  if (isDateFormat(code)) return 'date'
  return code.length <= FORMAT_LENGTH_MAX && isDigitPattern(code) ? (value) => asShown(code, value) : undefined
}

const DIGITS: readonly string[] = ['ZERO', 'HASH', 'QMARK']
const LITERALS: readonly string[] = ['STRING', 'ESCAPED', 'CHAR', 'SPACE', 'PLUS', 'MINUS', 'PAREN']
const WITHOUT_TEXT: readonly string[] = ['BREAK', 'CONDITION', 'COLOR', 'SKIP', 'FILL', 'TEXT']
/** Letters are units. Commas, as in `##\,##\,##0`, group an amount and would separate two numbers. */
const NOT_IN_CODES = /[\p{L},]/u
/** `[$-409]` is a language; `[$€-407]` is a currency. */
const LANGUAGE = /^-/

/**
 * Patterns of digits and punctuation, such as `00000` and `+00 0000 000000`, are part of a code or a phone number.
 * Grouped thousands, decimals, percents, currencies and units only dress an amount, which is read without them.
 */
function isDigitPattern(code: string): boolean {
  let digits = 0
  try {
    for (const { type, value } of tokenize(code)) {
      if (DIGITS.includes(type)) digits++
      else if (!isBesideDigits(type, String(value))) return false
    }
  } catch {
    return false // not a format that spreadsheet programs accept
  }
  return digits > 1
}

function isBesideDigits(type: string, value: string): boolean {
  if (type === 'LOCALE') return LANGUAGE.test(value)
  return WITHOUT_TEXT.includes(type) || (LITERALS.includes(type) && !NOT_IN_CODES.test(value))
}

/** A format may hide a number or a part of it. No digit may be lost, so the plain number is read then. */
function asShown(code: string, value: number): string {
  const plain = String(value)
  const shown = format(code, value, { throws: false }).trim()
  return shown.replace(/\D/g, '').includes(plain) ? shown : plain
}
