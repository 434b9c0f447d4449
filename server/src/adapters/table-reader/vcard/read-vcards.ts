import { isFax } from '../../../domain/imports/mapping/phone-kinds.ts'
import { decodeText } from '../csv/encoding.ts'
import { noCards, rowTooLarge } from '../errors.ts'
import type { TableRow } from '../table-row.ts'
import { type CardLine, cardLines } from './card-lines.ts'
import { partsOf, textOf, typesOf } from './card-values.ts'

/** The columns in their order. Those that no card fills are left out. */
const COLUMNS = [
  'Name',
  'Phone',
  'Fax',
  'Email',
  'Company',
  'Job title',
  'Birthday',
  'Address',
  'Website',
  'Labels',
  'Notes',
] as const
type Column = (typeof COLUMNS)[number]
type Card = Partial<Record<Column, string>>

const ROWS_PER_BATCH = 500
/** A person has a few dozen; more would only fill the memory. */
const PROPERTIES_PER_CARD_MAX = 10_000

/**
 * The cards of a vCard file (2.1, 3.0 and 4.0) as a table: one row for each card, in the order of the file, below a
 * header. The file is read twice, because the columns are known only at its end and the cards may not fit into memory.
 */
export function* readVcards(file: Buffer): Generator<TableRow[]> {
  const used = new Set<string>()
  for (const card of cardsOf(file)) for (const column of Object.keys(card)) used.add(column)
  if (used.size === 0) throw noCards()
  const columns = COLUMNS.filter((column) => used.has(column))
  let rows: TableRow[] = [{ rowIndex: 1, cells: columns }]
  let rowIndex = 1
  for (const card of cardsOf(file)) {
    rows.push({ rowIndex: ++rowIndex, cells: columns.map((column) => card[column] ?? '') })
    if (rows.length < ROWS_PER_BATCH) continue
    yield rows
    rows = []
  }
  yield rows
}

/** A card that is never ended ends with the next one or with the file. */
function* cardsOf(file: Buffer): Generator<Card> {
  let lines: CardLine[] | undefined
  // Version 2.1 may contain the card of an agent within a card.
  let agents = 0
  let rowIndex = 1
  for (const line of cardLines(decodeText(file))) {
    const isMark = /^VCARD$/i.test(line.value)
    if (line.name === 'AGENT' && /^BEGIN:VCARD$|^$/i.test(line.value)) agents++
    else if (line.name === 'END' && isMark && agents > 0) agents--
    else if (agents > 0) continue
    else if (isMark && (line.name === 'BEGIN' || line.name === 'END')) {
      if (lines) yield cardOf(lines)
      lines = line.name === 'BEGIN' ? [] : undefined
      if (lines) rowIndex++
    } else if (PROPERTIES.has(line.name) && lines && lines.push(line) > PROPERTIES_PER_CARD_MAX)
      throw rowTooLarge(rowIndex)
  }
  if (lines) yield cardOf(lines)
}

const PROPERTIES: ReadonlySet<string> = new Set(
  'FN N NICKNAME ORG TEL EMAIL TITLE BDAY ADR URL CATEGORIES NOTE'.split(' '),
)

function cardOf(lines: readonly CardLine[]): Card {
  const all = (name: string, read: (line: CardLine) => string) =>
    lines.filter((line) => line.name === name).map((line) => read(line).trim())
  const numbers = (areFaxes: boolean) =>
    lines.filter((line) => line.name === 'TEL' && typesOf(line).some(isFax) === areFaxes).map(numberOf)
  const company = joined(all('ORG', (line) => partsOf(line).filter(Boolean).join(', ')))
  const names = [...all('FN', textOf), ...all('N', wholeName), ...all('NICKNAME', textOf), company]
  const card: Record<Column, string> = {
    Name: names.find((name) => name !== '') ?? '',
    Phone: joined(numbers(false), '; '),
    Fax: joined(numbers(true), '; '),
    Email: joined(all('EMAIL', textOf)),
    Company: company,
    'Job title': joined(all('TITLE', textOf)),
    Birthday: joined(all('BDAY', textOf)),
    Address: joined(all('ADR', (line) => partsOf(line).filter(Boolean).join(', ').replaceAll('\n', ' '))),
    Website: joined(all('URL', textOf)),
    Labels: joined(all('CATEGORIES', textOf), ', '),
    Notes: joined(all('NOTE', textOf), '\n'),
  }
  return Object.fromEntries(Object.entries(card).filter(([, text]) => text !== ''))
}

const joined = (texts: readonly string[], separator = ', ') => [...new Set(texts)].filter(Boolean).join(separator)

function wholeName(line: CardLine): string {
  const [family, given, additional, prefix, suffix] = partsOf(line)
  return [prefix, given, additional, family, suffix].filter(Boolean).join(' ')
}

/** Version 4.0 writes URIs (RFC 3966). An extension stays visible, because it cannot be reached. */
const numberOf = (line: CardLine) =>
  textOf(line).trim().replace(/^tel:/i, '').replace(/;ext=/i, ' x').replace(/;.*$/s, '')
