import type { SharedStrings } from './shared-strings.ts'
import type { DateStyles } from './styles.ts'
import { dateText, isoDateText } from './xlsx-date.ts'
import { numberText } from './xlsx-number.ts'
import { damaged } from './xlsx-refusals.ts'

/** What cells refer to. */
export interface CellContext {
  sharedStrings: SharedStrings
  dateStyles: DateStyles
  is1904: boolean
}

/** The text of a cell from its type, its style and what stands in it; formulas count as their last result. */
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
    // #N/A says that there is no value. As a text it would become somebody's name.
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
