import { UNCALCULATED } from '../../../domain/imports/rows/uncalculated.ts'
import { isoDateText } from '../office/date.ts'
import { numberText, PLAIN_INTEGER } from '../office/number.ts'

/**
 * The text of a cell from its typed value and the paragraphs that the program shows. A formula has its last result
 * there, and an error is no value.
 */
export function cellText(attributes: Readonly<Record<string, string>>, shown: string): string {
  if (attributes['calcext:value-type'] === 'error') return ''
  switch (attributes['office:value-type']) {
    case 'float':
      return asShown(numberText(attributes['office:value'] ?? shown), shown.trim())
    case 'percentage':
      return shown || numberText(attributes['office:value'] ?? '')
    case 'currency':
      return numberText(attributes['office:value'] ?? shown)
    case 'date':
      return isoDateText(attributes['office:date-value'] ?? shown)
    case 'time':
      return timeText(attributes['office:time-value'] ?? '') ?? shown
    case 'boolean':
      return attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE'
    default:
      return shown || (attributes['office:string-value'] ?? (isUncalculated(attributes) ? UNCALCULATED : ''))
  }
}

/** A formula has its result in its value, also an empty one. */
const isUncalculated = (attributes: Readonly<Record<string, string>>) =>
  attributes['table:formula'] !== undefined && attributes['office:value-type'] === undefined

const DIGIT_PATTERN = /^[\d\s+()-]+$/

/** Spaces, a plus and leading zeros are part of a phone number or code; see the formats of workbooks. */
const asShown = (plain: string, shown: string) =>
  PLAIN_INTEGER.test(plain) && DIGIT_PATTERN.test(shown) && shown.replace(/\D/g, '').includes(plain) ? shown : plain

/** `PT13H45M00S` */
function timeText(duration: string): string | undefined {
  const [, ...parts] = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(duration) ?? []
  return parts.length === 0 ? undefined : parts.map((part) => part.padStart(2, '0')).join(':')
}
