import { damaged } from '../errors.ts'
import { dateText, isoDateText } from './date.ts'
import { numberText } from './number.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { DateStyles } from './styles.ts'

/** The workbook data that cells refer to. */
export interface CellContext {
  sharedStrings: SharedStrings
  dateStyles: DateStyles
  is1904: boolean
}

/** The text of a cell from its type, style and raw value; formulas give their cached result. */
export function cellText(type: string, style: string | undefined, raw: string, context: CellContext): string {
  if (raw === '') return ''
  switch (type) {
    case 's':
      return sharedText(raw, context.sharedStrings)
    case 'n':
      return (isDate(style, context) && dateText(Number(raw), context.is1904)) || numberText(raw)
    case 'str':
    case 'inlineStr':
      return raw
    case 'b':
      return raw === '1' || raw === 'true' ? 'TRUE' : 'FALSE'
    // #N/A means that there is no value. As a text it could become a contact's name.
    case 'e':
      return ''
    case 'd':
      return isoDateText(raw)
    default:
      throw damaged()
  }
}

const isDate = (style: string | undefined, { dateStyles }: CellContext) =>
  style !== undefined && dateStyles[Number(style)] === true

function sharedText(raw: string, sharedStrings: SharedStrings): string {
  const text = /^\s*\d+\s*$/.test(raw) ? sharedStrings.at(Number(raw)) : undefined
  if (text === undefined) throw damaged()
  return text
}
