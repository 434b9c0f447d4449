import type { Mapping } from '../api/shapes.ts'
import { type Columns, FIELDS } from '../mapping.ts'
import type { Paint } from './paint.ts'
import { printable, shortened } from './printable.ts'

const SAMPLES_SHOWN = 3
const SAMPLES_CHARS_MAX = 60
const HEADING_CHARS_MAX = 24

interface Given {
  columns?: Columns | undefined
  sheet?: string | undefined
}

/** Lists the columns of a file with sample cells and asks for the mapping. */
export function mappingQuestion(mapping: Mapping, { columns, sheet }: Given, paint: Paint): string {
  const { headers, suggestion } = mapping
  const unknown = Object.keys(columns ?? {}).filter((name) => !headers.some(({ column }) => column === name))
  const shown = headers.map(({ column }) => shortened(printable(column), HEADING_CHARS_MAX))
  const width = Math.max(...shown.map((heading) => heading.length), 'Column'.length)
  const rows = headers.map(({ column, samples }, i) => {
    const cells = shortened(printable(samples.slice(0, SAMPLES_SHOWN).join(' · ')), SAMPLES_CHARS_MAX)
    const use = suggestion[column]?.field ?? 'ignore'
    return `  ${(shown[i] ?? '').padEnd(width)}  ${use.padEnd(9)}  ${paint.faint(cells)}`.trimEnd()
  })
  return [
    '',
    ...sheetLines(mapping, sheet),
    paint.strong(unknown.length > 0 ? unknownText(unknown) : questionOf(suggestion)),
    '',
    paint.faint(`  ${'Column'.padEnd(width)}  Field      Samples`),
    ...rows,
    '',
    `Fields: ${FIELDS.join(', ')}. Columns that are left out are ignored.`,
    '',
  ].join('\n')
}

/** Which sheet the columns are of, if there are several. */
function sheetLines({ sheets, sheet }: Mapping, wanted: string | undefined): string[] {
  if (sheets.length < 2 && wanted === undefined) return []
  const names = sheets.map(({ name, rows, hidden }) => {
    const about = [rows === null ? 'rows unknown' : `${rows} rows`, ...(hidden ? ['hidden'] : [])].join(', ')
    return `"${printable(name)}" (${about})`
  })
  const isMissing = wanted !== undefined && wanted !== sheet
  return [
    ...(isMissing ? [`The file has no sheet "${printable(wanted)}" with rows.`] : []),
    ...(sheets.length > 0
      ? [`Sheets: ${names.join(', ')}. These are the columns of "${printable(sheet ?? '')}".`]
      : []),
    '',
  ]
}

/** Even if a phone column is known, the import may wait because name columns are ambiguous or automatic mapping is off. */
const questionOf = (suggestion: Columns) =>
  Object.values(suggestion).some(({ field }) => field === 'phone')
    ? 'Map the columns of the file:'
    : 'Which column contains the phone numbers?'

const unknownText = (names: readonly string[]) =>
  `The file has no column ${names.map((name) => `"${printable(name)}"`).join(', ')}. Its columns are:`
