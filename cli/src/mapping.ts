import { usage } from './failure.ts'

export const FIELDS = [
  'name',
  'firstName',
  'lastName',
  'phone',
  'country',
  'labels',
  'consent',
  'attribute',
  'ignore',
] as const
type Field = (typeof FIELDS)[number]

interface ColumnUse {
  field: Field
  attribute?: string | undefined
}
/** The field of each column, by its heading. */
export type Columns = Readonly<Record<string, ColumnUse>>

/**
 * Parses `Phone=phone,Customer=name,Town=attribute:city`, given once or several times. A comma, an equals sign or a
 * backslash in a name is escaped with a backslash.
 */
export function readColumns(texts: readonly string[]): Columns {
  const pairs = texts.flatMap((text) => text.match(UP_TO_COMMA) ?? []).map(readPair)
  const columns = Object.fromEntries(pairs)
  if (Object.keys(columns).length < pairs.length) throw usage('--map contains a column twice.')
  if (pairs.length === 0) throw usage('--map is empty. Use COLUMN=FIELD, such as Phone=phone.')
  return columns
}

/** Formats columns as a value for --map. Ignored columns are left out. */
export const writeColumns = (columns: Columns): string =>
  Object.entries(columns)
    .filter(([, { field }]) => field !== 'ignore')
    .map(([heading, use]) => `${escaped(heading)}=${writeUse(heading, use)}`)
    .join(',')

function writeUse(heading: string, { field, attribute }: ColumnUse): string {
  const isNamed = field === 'attribute' && attribute !== undefined && attribute !== heading
  return isNamed ? `attribute:${escaped(attribute)}` : field
}

const UP_TO_COMMA = /(?:\\.|[^\\,])+/gs
const PAIR = /^\s*((?:\\.|[^\\=])+?)\s*=\s*(\w+)\s*(?::\s*(.+?)\s*)?$/s

const escaped = (name: string) => name.replace(/[\\,=]/g, '\\$&')
const bare = (name: string) => name.replace(/\\(.)/gs, '$1')

function readPair(text: string): [string, ColumnUse] {
  const [, heading, word, attribute] = PAIR.exec(text) ?? []
  const field = FIELDS.find((known) => known.toLowerCase() === word?.toLowerCase())
  if (heading === undefined || !field || (attribute !== undefined && field !== 'attribute'))
    throw usage(
      `--map cannot parse "${text.trim()}". Use COLUMN=FIELD, such as Phone=phone or Town=attribute:city. ` +
        `Fields: ${FIELDS.join(', ')}.`,
    )
  return [bare(heading), { field, ...(attribute !== undefined && { attribute: bare(attribute) }) }]
}
