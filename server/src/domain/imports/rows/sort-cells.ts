import { type CountryCode, readCountry } from '../../contacts/country.ts'
import { splitLabels, unionLabels } from '../../contacts/labels.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { ColumnUse } from '../mapping/column-use.ts'
import type { RowNumbers } from './numbers.ts'
import { splitNumbers } from './split-numbers.ts'

export interface SortedRow extends RowNumbers {
  name: string
  labels: string[]
  attributes: Record<string, string>
  isSuspicious: boolean
}

/** Where a label that is too long for one is kept: it is a note, and nobody's words are thrown away. */
export const LABEL_NOTES_ATTRIBUTE = 'labels'

/** What the columns are used for, and labels that every row gets. */
interface Sorting {
  columns: readonly ColumnUse[]
  labels: readonly string[]
}

/** Otherwise no row has labels, whatever its cells say. */
export const givesLabels = ({ columns, labels }: Sorting) =>
  labels.length > 0 || columns.some(({ field }) => field === 'labels')

/** The cells of a row by what they are. */
export function sortCells(cells: readonly string[], { columns, labels }: Sorting): SortedRow {
  const names = { name: '', firstName: '', lastName: '' }
  const numbers: string[] = []
  const labelCells: string[] = []
  const attributes: Record<string, string> = {}
  let country: CountryCode | 'unknown' | undefined
  let column = 0
  for (const use of columns) {
    const cell = cells[column++]?.trim()
    if (!cell) continue
    if (use.field === 'phone') numbers.push(...splitNumbers(cell))
    else if (use.field === 'labels') labelCells.push(cell)
    else if (use.field === 'country') country ??= readCountry(cell) ?? 'unknown'
    else if (use.field === 'attribute') define(attributes, use.attribute, cell)
    else if (use.field !== 'ignore') names[use.field] ||= cleanText(cell)
  }
  const { labels: ofRow, tooLong } = splitLabels(labelCells.join(','))
  if (tooLong.length > 0) define(attributes, LABEL_NOTES_ATTRIBUTE, noteOf(attributes, tooLong))
  return {
    name: names.name || `${names.firstName} ${names.lastName}`.trim(),
    numbers,
    country,
    labels: unionLabels(labels, ofRow),
    attributes,
    isSuspicious: tooLong.length > 0,
  }
}

/** An attribute called __proto__ is one like any other. */
function define(attributes: Record<string, string>, name: string, value: string) {
  if (name !== '__proto__') attributes[name] = value
  else Object.defineProperty(attributes, name, { value, enumerable: true, configurable: true, writable: true })
}

const noteOf = (attributes: Readonly<Record<string, string>>, tooLong: readonly string[]) =>
  [attributes[LABEL_NOTES_ATTRIBUTE], ...tooLong].filter(Boolean).join('; ')
