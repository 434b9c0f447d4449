import type { Mapping, Preview, PreviewItem, Status, Undo } from '../api/shapes.ts'
import type { Reason } from '../reasons.ts'
import type { Paint } from './paint.ts'
import { count, counted, printable, shortened } from './printable.ts'

/** Summarises the preview of an import for review. */
export function previewSummary(
  preview: Preview,
  reasons: { failed: Reason[]; warned: Reason[] },
  paint: Paint,
): string {
  const { totalValid, totalWarnings, totalErrors, conflictSummary, validSample } = preview
  const { totalOptOuts = 0 } = preview
  const { totalNewContacts, totalExistingContacts } = conflictSummary
  const lines = [
    '',
    paint.strong(`${figure(totalValid)}  ${totalValid === 1 ? 'contact' : 'contacts'} to import`),
    `${figure(totalNewContacts)}  new`,
    `${figure(totalExistingContacts)}  existing${changesOf(conflictSummary)}`,
    ...(totalOptOuts > 0 ? [`${figure(totalOptOuts)}  will be opted out, as the file says`] : []),
    ...(totalWarnings > 0
      ? [paint.warn(`${figure(totalWarnings)}  with a warning`), ...reasonLines(reasons.warned)]
      : []),
    ...(totalErrors > 0
      ? [
          paint.bad(`${figure(totalErrors)}  ${totalErrors === 1 ? 'row' : 'rows'} failed`),
          ...reasonLines(reasons.failed),
        ]
      : []),
    ...sampleLines(validSample, totalValid, paint),
    '',
  ]
  return lines.join('\n')
}

const FIGURE_CHARS = 11
const figure = (value: number) => count(value).padStart(FIGURE_CHARS)

function changesOf({ contactsWithUpdatedNames, contactsWithNewLabels }: Preview['conflictSummary']): string {
  const changes = [
    ...(contactsWithUpdatedNames > 0 ? [`${counted(contactsWithUpdatedNames, 'name')} updated`] : []),
    ...(contactsWithNewLabels > 0 ? [`${count(contactsWithNewLabels)} with new labels`] : []),
  ]
  return changes.length > 0 ? `: ${changes.join(', ')}` : ''
}

const REASONS_SHOWN = 5

function reasonLines(reasons: readonly Reason[]): string[] {
  const indent = ' '.repeat(FIGURE_CHARS + 2)
  const shown = reasons.slice(0, REASONS_SHOWN).map(({ text, times, rows, isMore }) => {
    const places = `row${rows.length > 1 ? 's' : ''} ${rows.join(', ')}${isMore ? ' …' : ''}`
    return `${indent}${count(times)} × ${printable(text)} (${places})`
  })
  return reasons.length > REASONS_SHOWN ? [...shown, `${indent}and other reasons`] : shown
}

const WORDS: Readonly<Record<PreviewItem['_action'], string>> = {
  CREATE: 'new',
  UPDATE: 'updated',
  MERGE: 'new labels',
  SKIP: 'unchanged',
}
const NUMBER_CHARS = 16
const ACTION_CHARS = 10
const TEXT_CHARS_MAX = 40

/** The column with the most varying width comes last, so that wide characters do not break the alignment. */
function sampleLines(items: readonly PreviewItem[], total: number, paint: Paint): string[] {
  if (items.length === 0) return []
  const row = (index: string, number: string, action: string, contact: string) =>
    `  ${index.padStart(FIGURE_CHARS - 2)}  ${number.padEnd(NUMBER_CHARS)}  ${action.padEnd(ACTION_CHARS)}  ${contact}`.trimEnd()
  const more = total - items.length
  return [
    '',
    paint.faint(row('Row', 'Number', 'Action', 'Contact')),
    ...items.map((item) =>
      row(count(item.rowIndex), printable(item._normalized.e164), WORDS[item._action] ?? '', contactText(item, paint)),
    ),
    ...(more > 0 ? [paint.faint(row('…', `and ${count(more)} more`, '', ''))] : []),
  ]
}

function contactText({ name, labels, _warnings }: PreviewItem, paint: Paint): string {
  const safe = (text: string) => shortened(printable(text), TEXT_CHARS_MAX)
  const parts = [
    ...(name ? [safe(name)] : []),
    ...(labels.length > 0 ? [paint.faint(safe(labels.map((label) => `#${label}`).join(' ')))] : []),
    ...(_warnings.length > 0 ? [paint.warn(`! ${safe(_warnings.join('; '))}`)] : []),
  ]
  return parts.join('  ')
}

/** The other sheets of a workbook with rows, because only one is read. Undefined: there are none. */
export function unreadSheets({ sheets, sheet }: Pick<Mapping, 'sheets' | 'sheet'>): string | undefined {
  const others = sheets.filter(({ name, rows }) => name !== sheet && rows !== 0)
  if (others.length === 0) return undefined
  const names = others.map(
    ({ name, rows }) => `"${printable(name)}"${rows === null ? '' : ` (${counted(rows, 'row')})`}`,
  )
  return `Not read: ${others.length === 1 ? 'sheet' : 'sheets'} ${names.join(', ')}.`
}

/** Summarises the result of an import. */
export function resultSummary(ended: Status, paint: Paint): string {
  const { status, stats, result, failureReason, undo } = ended
  const reason = failureReason ? `: ${printable(failureReason).replace(/\.$/, '')}` : ''
  const counts = result ? `${countsOf(result)}.` : ''
  if (status === 'FAILED') return paint.bad(`The import failed${reason}.`)
  if (status === 'QUARANTINED') return paint.bad(`The file was quarantined${reason}.`)
  if (status === 'CANCELLED') return `The import was cancelled${reason}.${counts && ` Before that: ${counts}`}`
  const changed = result?.changedSincePreview ?? 0
  return [
    paint.good(`Done: ${counts}`),
    ...(stats.errors > 0 ? [paint.warn(`  ${counted(stats.errors, 'failed row')} skipped`)] : []),
    ...lineageLines(ended),
    ...(changed > 0
      ? [`  ${counted(changed, 'contact')} changed since the preview and were processed in their current state`]
      : []),
    ...(undo ? [undoSummary(undo)] : []),
  ].join('\n')
}

/** Which import this one corrects, and how many of its own failed rows have been corrected since. */
export function lineageLines({ parentJobId, childJobIds = [], repairedRows = 0 }: Status): string[] {
  return [
    ...(parentJobId ? [`  Corrects failed rows of import ${parentJobId}`] : []),
    ...(childJobIds.length > 0
      ? [
          `  ${counted(repairedRows, 'failed row')} saved since by ${counted(childJobIds.length, 'import')} of its report`,
        ]
      : []),
  ]
}

function countsOf({ created, updated, merged, skipped }: NonNullable<Status['result']>): string {
  const parts = [
    [created, 'new'],
    [updated, 'updated'],
    [merged, 'with new labels'],
    [skipped, 'unchanged'],
  ] as const
  const named = parts.filter(([value]) => value > 0).map(([value, word]) => `${count(value)} ${word}`)
  return named.length > 0 ? named.join(', ') : 'no contacts'
}

export const undoSummary = ({ state, restored, removed, kept }: Undo): string =>
  state === 'RUNNING'
    ? 'The import is being undone.'
    : `The import was undone: ${counted(restored, 'contact')} restored, ${count(removed)} deleted, ` +
      `${count(kept)} kept because ${kept === 1 ? 'it was' : 'they were'} edited since.`
