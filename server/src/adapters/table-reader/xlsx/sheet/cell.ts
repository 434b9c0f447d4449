import { dateText, isoDateText } from '../../office/date.ts'
import { damaged } from '../../office/errors.ts'
import { numberText } from '../../office/number.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { CellFormats } from './styles.ts'

/** The workbook data that cells refer to. */
export interface CellContext {
  sharedStrings: SharedStrings
  formats: CellFormats
  is1904: boolean
}

/** The text of a cell from its type, style and raw value; formulas give their cached result. */
export function cellText(type: string, style: string | undefined, raw: string, context: CellContext): string {
  if (raw === '') return ''
  switch (type) {
    case 's':
      return sharedText(raw, context.sharedStrings)
    case 'n':
      return formattedText(style, raw, context) || numberText(raw)
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

function formattedText(style: string | undefined, raw: string, { formats, is1904 }: CellContext): string | undefined {
  const format = style === undefined ? undefined : formats[Number(style)]
  if (format === undefined) return undefined
  if (format === 'date') return dateText(Number(raw), is1904)
  return Number.isFinite(Number(raw)) ? format(numberText(raw)) : undefined
}

function sharedText(raw: string, sharedStrings: SharedStrings): string {
  const text = /^\s*\d+\s*$/.test(raw) ? sharedStrings.at(Number(raw)) : undefined
  if (text === undefined) throw damaged()
  return text
}
