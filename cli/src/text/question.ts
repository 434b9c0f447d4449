import type { Mapping } from '../api/shapes.ts'
import { type Columns, FIELDS } from '../mapping.ts'
import type { Paint } from './paint.ts'
import { printable, shortened } from './printable.ts'

const SAMPLES_SHOWN = 3
const SAMPLES_CHARS_MAX = 60
const HEADING_CHARS_MAX = 24

/** The columns of a file with some of their cells, for a person to say what they are. */
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
    paint.faint(`  ${'Column'.padEnd(width)}  Read as    Some of its cells`),
    ...rows,
    '',
    `Fields: ${FIELDS.join(', ')}. A column that is not named is ignored.`,
    '',
  ].join('\n')
}

/** Where the numbers are known, the import waits because several columns may be names, or because somebody wants it to. */
const questionOf = (suggestion: Columns) =>
  Object.values(suggestion).some(({ field }) => field === 'phone')
    ? 'What is in each column?'
    : 'Which column holds the phone numbers?'

const unknownText = (names: readonly string[]) =>
  `The file has no column ${names.map((name) => `"${printable(name)}"`).join(', ')}. Its columns are:`
