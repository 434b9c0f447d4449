import { readCountry } from '../../contacts/country.ts'
import { splitLabels, unionLabels } from '../../contacts/labels.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { ColumnUse } from '../mapping/column-use.ts'
import { isFax } from '../mapping/phone-kinds.ts'
import { type ConsentCell, type ConsentReading, readConsent } from './consent-cells.ts'
import type { RowNumbers } from './numbers.ts'
import { splitNumbers } from './split-numbers.ts'
import { shownCell } from './uncalculated.ts'

export interface ParsedRow extends RowNumbers {
  name: string
  labels: string[]
  attributes: Record<string, string>
  consent: ConsentReading
  isSuspicious: boolean
  hasUnclosedQuote: boolean
  /** A formula without a result in any column that is used, and in one of numbers. */
  isUncalculated: boolean
  isNumberUncalculated: boolean
}

const NO_CONSENT: ConsentReading = { consent: undefined, isUnclear: false }

/** The attribute that keeps texts too long for a label, so that no data is lost. */
const LABEL_NOTES_ATTRIBUTE = 'labels'

/** The use of each column, and labels that every row gets. */
interface CellRules {
  columns: readonly ColumnUse[]
  labels: readonly string[]
}

/** Whether any row can have labels under these rules. */
export const givesLabels = ({ columns, labels }: CellRules) =>
  labels.length > 0 || columns.some(({ field }) => field === 'labels')

/** Reads the cells of a row by the use of their columns. */
export function parseCells(cells: readonly string[], { columns, labels }: CellRules): ParsedRow {
  const names = { name: '', firstName: '', lastName: '' }
  const numbers: string[] = []
  const labelCells: string[] = []
  const attributes: Record<string, string> = {}
  const consentCells: ConsentCell[] = []
  let country: ParsedRow['country']
  let column = 0
  let hasUnclosedQuote = false
  let hasUncalculated = false
  let isNumberUncalculated = false
  for (const use of columns) {
    const inFile = cells[column++]?.trim()
    if (!inFile || use.field === 'ignore') continue
    const written = shownCell(inFile)
    if (written === '' || (written !== inFile && use.field === 'phone')) {
      hasUncalculated = true
      isNumberUncalculated ||= use.field === 'phone'
      continue
    }
    const isUnclosed = written.startsWith('"') && !written.includes('"', 1)
    hasUnclosedQuote ||= isUnclosed
    // The mark belongs to how a file is written. An attribute may be any text, so it stays there.
    const cell = isUnclosed && use.field !== 'attribute' ? written.slice(1) : written
    if (cell === '') continue
    if (use.field === 'phone') {
      const isPhone = use.kindColumn === undefined || !isFax(cells[use.kindColumn])
      if (isPhone) numbers.push(...splitNumbers(cell))
    } else if (use.field === 'labels') labelCells.push(cell)
    else if (use.field === 'country') country ??= readCountryCell(cell)
    else if (use.field === 'attribute') setAttribute(attributes, use.attribute, cell)
    else if (use.field === 'consent') consentCells.push({ part: use.part, cell })
    else names[use.field] ||= cleanText(cell)
  }
  const { labels: ofRow, tooLong } = splitLabels(...labelCells)
  if (tooLong.length > 0) setAttribute(attributes, LABEL_NOTES_ATTRIBUTE, noteOf(attributes, tooLong))
  return {
    name: names.name || `${names.firstName} ${names.lastName}`.trim(),
    numbers,
    country,
    labels: unionLabels(labels, ofRow),
    attributes,
    consent: consentCells.length === 0 ? NO_CONSENT : readConsent(consentCells),
    isSuspicious: tooLong.length > 0,
    hasUnclosedQuote,
    isUncalculated: hasUncalculated,
    isNumberUncalculated,
  }
}

/** NA is the code of Namibia, and also how people and programs write that something is not available. */
const readCountryCell = (cell: string): ParsedRow['country'] =>
  /^na$/i.test(cell.normalize('NFKC')) ? 'NA?' : (readCountry(cell) ?? 'unknown')

/** Defines the property, so that an attribute called __proto__ is treated like any other. */
function setAttribute(attributes: Record<string, string>, name: string, value: string) {
  if (name !== '__proto__') attributes[name] = value
  else Object.defineProperty(attributes, name, { value, enumerable: true, configurable: true, writable: true })
}

const noteOf = (attributes: Readonly<Record<string, string>>, tooLong: readonly string[]) =>
  [attributes[LABEL_NOTES_ATTRIBUTE], ...tooLong].filter(Boolean).join('; ')
