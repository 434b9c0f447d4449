import type { Mapping } from '../api/shapes.ts'
import { type Columns, FIELDS } from '../mapping.ts'
import type { Paint } from './paint.ts'
import { printable, shortened } from './printable.ts'

const SAMPLES_SHOWN = 3
const SAMPLES_CHARS_MAX = 60
const HEADING_CHARS_MAX = 24

/** Lists the columns of a file with sample cells and asks for the mapping. */
export function mappingQuestion({ headers, suggestion }: Mapping, given: Columns | undefined, paint: Paint): string {
  const unknown = Object.keys(given ?? {}).filter((name) => !headers.some(({ column }) => column === name))
  const shown = headers.map(({ column }) => shortened(printable(column), HEADING_CHARS_MAX))
  const width = Math.max(...shown.map((heading) => heading.length), 'Column'.length)
  const rows = headers.map(({ column, samples }, i) => {
    const cells = shortened(printable(samples.slice(0, SAMPLES_SHOWN).join(' · ')), SAMPLES_CHARS_MAX)
    const use = suggestion[column]?.field ?? 'ignore'
    return `  ${(shown[i] ?? '').padEnd(width)}  ${use.padEnd(9)}  ${paint.faint(cells)}`.trimEnd()
  })
  return [
    '',
    paint.strong(unknown.length > 0 ? unknownText(unknown) : questionOf(suggestion)),
    '',
    paint.faint(`  ${'Column'.padEnd(width)}  Field      Samples`),
    ...rows,
    '',
    `Fields: ${FIELDS.join(', ')}. Columns that are left out are ignored.`,
    '',
  ].join('\n')
}

/** Even if a phone column is known, the import may wait because name columns are ambiguous or automatic mapping is off. */
const questionOf = (suggestion: Columns) =>
  Object.values(suggestion).some(({ field }) => field === 'phone')
    ? 'Map the columns of the file:'
    : 'Which column contains the phone numbers?'

const unknownText = (names: readonly string[]) =>
  `The file has no column ${names.map((name) => `"${printable(name)}"`).join(', ')}. Its columns are:`
