import { cleanText } from '../clean-text.ts'
import { type CountryCode, readCountry } from '../country.ts'
import { splitLabels, unionLabels } from '../labels.ts'
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

/** The cells of a row by what they are. */
export function sortCells(
  cells: readonly string[],
  { columns, labels }: { columns: readonly ColumnUse[]; labels: readonly string[] },
): SortedRow {
  const names = { name: '', firstName: '', lastName: '' }
  const numbers: string[] = []
  const labelCells: string[] = []
  const attributes = new Map<string, string>()
  let country: CountryCode | 'unknown' | undefined
  for (const [i, use] of columns.entries()) {
    const cell = cells[i]?.trim()
    if (!cell) continue
    if (use.field === 'phone') numbers.push(...splitNumbers(cell))
    else if (use.field === 'labels') labelCells.push(cell)
    else if (use.field === 'country') country ??= readCountry(cell) ?? 'unknown'
    else if (use.field === 'attribute') attributes.set(use.attribute, cell)
    else if (use.field !== 'ignore') names[use.field] ||= cleanText(cell)
  }
  const { labels: ofRow, tooLong } = splitLabels(labelCells.join(','))
  if (tooLong.length > 0) attributes.set(LABEL_NOTES_ATTRIBUTE, noteOf(attributes, tooLong))
  return {
    name: names.name || `${names.firstName} ${names.lastName}`.trim(),
    numbers,
    country,
    labels: unionLabels(labels, ofRow),
    // Defines its keys, so that an attribute called __proto__ is one like any other.
    attributes: Object.fromEntries(attributes),
    isSuspicious: tooLong.length > 0,
  }
}

const noteOf = (attributes: ReadonlyMap<string, string>, tooLong: readonly string[]) =>
  [attributes.get(LABEL_NOTES_ATTRIBUTE), ...tooLong].filter(Boolean).join('; ')
