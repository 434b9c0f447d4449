import { format, tokenize } from 'numfmt'
import { PLAIN_INTEGER } from '../../office/number.ts'
import { readPart } from '../../office/parse-part.ts'
import { xmlParser } from '../../office/xml-parser.ts'

/** How a number is read: as a date, as the format writes it, or, without a format, as the plain number. */
type CellFormat = 'date' | ((text: string) => string) | undefined

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

const BUILT_IN_PERCENTS: Readonly<Record<number, string>> = { 9: '0%', 10: '0.00%' }

function builtInFormat(id: number): CellFormat {
  if (BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)) return 'date'
  const percent = BUILT_IN_PERCENTS[id]
  return percent === undefined ? undefined : formatOf(percent)
}

/** Quoted, escaped and bracketed parts, and characters that only reserve space, may contain any letter. */
const WITHOUT_MEANING = /"[^"]*"?|[\\_*].|\[[^\]]*\]?/gs

const isDateFormat = (code: string) => /[ymdhs]/i.test(code.replace(WITHOUT_MEANING, ''))

/** Nobody types a longer one, and a hostile file may have thousands. */
const FORMAT_LENGTH_MAX = 255

function formatOf(code: string): CellFormat {
  if (isDateFormat(code)) return 'date'
  const kind = code.length <= FORMAT_LENGTH_MAX ? kindOf(code) : undefined
  if (kind === 'percent') return (text) => shownAs(code, text)
  return kind === 'digits' ? (text) => withAllDigits(shownAs(code, text), text) : undefined
}

const PLACEHOLDERS: readonly string[] = ['ZERO', 'HASH', 'QMARK']
const LITERALS: readonly string[] = ['STRING', 'ESCAPED', 'CHAR', 'SPACE', 'PLUS', 'MINUS', 'PAREN', 'DIGIT']
const WITHOUT_TEXT: readonly string[] = ['BREAK', 'CONDITION', 'COLOR', 'SKIP', 'FILL', 'TEXT']
/** Letters are units. Commas, as in `##\,##\,##0`, group an amount and would separate two numbers. */
const NOT_IN_CODES = /[\p{L},]/u
/** A calling code, or the plus before it. */
const IN_CALLING_CODES = /[+\d]/
/** `[$-409]` is a language; `[$€-407]` is a currency. */
const LANGUAGE = /^-/

/**
 * Patterns of digits and punctuation, such as `00000`, `+00 0000 000000` and `"+44 "0`, are part of a code or a phone
 * number. A percent is a hundred times its number. Grouped thousands, decimals, currencies and units only dress an
 * amount, which is read without them.
 */
function kindOf(code: string): 'digits' | 'percent' | undefined {
  let placeholders = 0
  let isCallingCode = false
  let isDigits = true
  try {
    for (const { type, value } of tokenize(code)) {
      const text = String(value)
      if (type === 'PERCENT') return 'percent'
      if (PLACEHOLDERS.includes(type)) placeholders++
      else if (!isBesideDigits(type, text)) isDigits = false
      else isCallingCode ||= placeholders === 0 && LITERALS.includes(type) && IN_CALLING_CODES.test(text)
    }
  } catch {
    return undefined // not a format that spreadsheet programs accept
  }
  return isDigits && (placeholders > 1 || isCallingCode) ? 'digits' : undefined
}

function isBesideDigits(type: string, value: string): boolean {
  if (type === 'LOCALE') return LANGUAGE.test(value)
  return WITHOUT_TEXT.includes(type) || (LITERALS.includes(type) && !NOT_IN_CODES.test(value))
}

const shownAs = (code: string, text: string) => format(code, Number(text), { throws: false }).trim()

/** A format may hide a number or a part of it. No digit may be lost, so the plain number is read then. */
const withAllDigits = (shown: string, plain: string) =>
  PLAIN_INTEGER.test(plain) && shown.replace(/\D/g, '').includes(plain) ? shown : plain
