import { expect, test } from 'vitest'
import { adviceFor, describeThreat, stepOf } from './display-names.ts'
import { explainSuggestion, initialChoices, mappingOf } from './mapping/column-choices.ts'
import { mappingRequest } from './mapping/mapping-request.ts'
import { choicesWith, optionsWith } from './mapping/presets.ts'
import { changeOf, describeTable, unreadSheets } from './mapping/table-choice.ts'
import { rowsDone } from './progress/stages.ts'
import { addSample, type Sample, throughputOf } from './progress/throughput.ts'
import type { Import } from './queries.ts'
import { resultsByImport } from './result/results-by-import.ts'
import { summaryOf } from './review/summary.ts'
import { checkMessages } from './upload/check-messages.ts'
import { uploadLabel } from './upload/file-card.tsx'

const count = (n: number) => n.toLocaleString('en')

test('the review summary leaves out changes that do not occur', () => {
  const conflictSummary = {
    totalNewContacts: 1204,
    totalExistingContacts: 311,
    contactsWithUpdatedNames: 42,
    contactsWithNewLabels: 1,
  }
  expect(summaryOf({ totalErrors: 19, conflictSummary }, 0, count)).toBe(
    '1,204 new contacts, 311 existing, 42 name changes, 1 with new labels, 19 failed rows',
  )
  const quiet = { ...conflictSummary, contactsWithUpdatedNames: 0, contactsWithNewLabels: 0 }
  expect(summaryOf({ totalErrors: 1, conflictSummary: quiet }, 2, count)).toBe(
    '1,204 new contacts, 311 existing, 1 failed row, 2 excluded',
  )
})

test('an import that stopped early stays at the step it had reached', () => {
  expect(stepOf([{ status: 'UPLOADED' }, { status: 'SCANNING' }, { status: 'QUARANTINED' }])).toBe(0)
  expect(stepOf([{ status: 'AWAITING_MAPPING' }, { status: 'CANCELLED' }])).toBe(1)
  expect(stepOf([{ status: 'PENDING_REVIEW' }])).toBe(2)
  expect(stepOf([{ status: 'PERSISTING' }, { status: 'PARTIAL_SUCCESS' }])).toBe(3)
})

test('rows per second and the time left follow the recent samples, not the average since the start', () => {
  const at = (seconds: number, done: number): Sample => ({ atMs: seconds * 1000, done })
  const seen = [at(0, 0), at(10, 10), at(20, 2_010), at(30, 4_010)].reduce<Sample[]>(addSample, [])
  expect(throughputOf(seen, 6_010)).toEqual({ perSecond: 200, secondsLeft: 10 })
  expect(throughputOf([at(0, 5)], 10)).toBeUndefined()
  expect(throughputOf([at(0, 5), at(9, 5)], 10)).toBeUndefined()
})

test('saved rows are derived from the second part of the progress percentage', () => {
  const stats = { totalRows: 1000, processedRows: 400 } as Import['stats']
  expect(rowsDone({ status: 'PROCESSING', progress: 27, stats })).toBe(400)
  expect(rowsDone({ status: 'PERSISTING', progress: 60, stats })).toBe(0)
  expect(rowsDone({ status: 'PERSISTING', progress: 99, stats })).toBe(1000)
  expect(rowsDone({ status: 'SCANNING', progress: 1, stats })).toBeUndefined()
})

test('a suggestion is explained by the heading or the values, and the mapping is sent as chosen', () => {
  expect(explainSuggestion('Mobile no.', 'phone', 'HEADERS')).toBe('Detected from the column name.')
  expect(explainSuggestion('Column B', 'phone', 'HEADERS')).toBe(
    'Detected from its values, which look like phone numbers.',
  )
  expect(explainSuggestion('Customer name', 'name', 'HEADERS')).toBe('Detected from the column name.')
  expect(explainSuggestion('Column A', 'name', 'HEADERS')).toBe('Detected from its values, which look like names.')
  expect(explainSuggestion('Ref', 'phone', 'REMEMBERED')).toBe('Same as in your last file with these columns.')
  const choices = initialChoices({
    headers: [
      { column: 'Phone', samples: [] },
      { column: '__proto__', samples: [] },
    ],
    suggestion: { Phone: { field: 'phone' } },
    suggestionSource: 'HEADERS',
    sheets: [],
    sheet: null,
    headerRow: 1,
    rawRows: [],
    confirmed: null,
  })
  choices[1] = { column: '__proto__', field: 'attribute', attribute: ' kind ' }
  expect(JSON.stringify(mappingOf(choices))).toBe(
    '{"Phone":{"field":"phone"},"__proto__":{"field":"attribute","attribute":"kind"}}',
  )
})

test('a preset fills in columns and options, but never chooses to replace contacts', () => {
  const choice = (column: string, field: 'phone' | 'attribute' | 'ignore', attribute = column) => ({
    column,
    field,
    attribute,
  })
  const preset = {
    columns: { Ref: { field: 'phone' as const }, Town: { field: 'attribute' as const, attribute: 'city' } },
  }
  expect(choicesWith([choice('Ref', 'ignore'), choice('Town', 'ignore'), choice('Note', 'attribute')], preset)).toEqual(
    [choice('Ref', 'phone'), choice('Town', 'attribute', 'city'), choice('Note', 'ignore')],
  )
  const options = { defaultCountry: 'IN', mergeStrategy: 'MERGE_LABELS', labels: ['Spring'] } as const
  expect(
    optionsWith(
      { ...options, labels: ['Spring'] },
      { defaultCountry: null, mergeStrategy: 'FULL_REPLACE', labels: [] },
    ),
  ).toEqual(options)
})

test('another sheet is read before its header can be chosen, and the button says what will be read', () => {
  const read = { sheet: 'Cover', headerRow: 3 }
  expect(describeTable(read)).toBe('Sheet Cover, header in row 3')
  expect(describeTable({ sheet: null, headerRow: 0 })).toBe('No header row')
  expect(changeOf(read, { ...read })).toBeUndefined()
  expect(changeOf(read, { sheet: 'May', headerRow: 5 })).toEqual({ label: 'Read sheet May', input: { sheet: 'May' } })
  expect(changeOf(read, { ...read, headerRow: 5 })).toEqual({
    label: 'Use row 5 as the header',
    input: { headerRow: 5 },
  })
  expect(changeOf(read, { ...read, headerRow: 0 })?.label).toBe('Read without a header row')
})

test('the review names the other sheets that have rows', () => {
  const sheets = [
    { name: 'People', rows: 9, hidden: false },
    { name: 'Calls', rows: 1, hidden: false },
    { name: 'Empty', rows: 0, hidden: false },
    { name: 'Old', rows: null, hidden: true },
  ]
  expect(unreadSheets({ sheets, sheet: 'People' })).toEqual(['Calls (1 row)', 'Old'])
  expect(unreadSheets({ sheets: [], sheet: null })).toEqual([])
})

test('messages of the file check name the rows, never their content', () => {
  const none = { count: 0, rows: [] }
  const rows = { rowCount: 9, headerRow: 4, phoneColumns: [], malformed: { count: 5, rows: [2, 3, 4] } }
  const found = checkMessages({ ...rows, shortened: none, repeated: { count: 1, rows: [7] } })
  expect(found.map(({ title }) => title)).toEqual([
    '9 rows',
    'No phone number column found',
    '5 invalid numbers',
    '1 duplicate row',
  ])
  expect(found[0]?.about).toBe('Row 4 is the header. Rows above it are ignored.')
  expect(found[2]?.about).toMatch(/^Rows 2, 3, 4 and more\./)
  expect(found[3]?.about).toMatch(/^Row 7\./)
})

test('a blocked file is explained, also when only the scanner has a name for the threat', () => {
  expect(describeThreat('The file was not accepted: macro.')).toBe('a macro')
  expect(describeThreat('The file was not accepted: Win.Test-1.')).toMatch(/“Win\.Test-1”/)
})

test('every error and warning of the server has advice', async () => {
  const { FAILURES, WARNINGS } = await import('@harkara/server/domain/contacts/contact')
  for (const reason of [...Object.values(FAILURES), ...Object.values(WARNINGS)])
    expect(adviceFor(reason), reason).not.toBe('')
})

test('the chart shows the last finished imports, oldest first, and numbers those of the same day', () => {
  const one = (fileName: string, more: Partial<Import> = {}) =>
    ({
      fileName,
      terminal: true,
      createdAt: '2026-11-15',
      result: { created: 2, updated: 1, merged: 1, skipped: 4, changedSincePreview: 0 },
      stats: { invalidRows: 3 },
      ...more,
    }) as Import
  const undone = { undo: { state: 'DONE', restored: 0, removed: 0, kept: 0 } } as const
  const shown = resultsByImport(
    [one('new'), one('undone', undone), one('open', { terminal: false }), one('old')],
    (iso) => iso,
  )
  expect(shown).toEqual([
    { label: '2026-11-15', fileName: 'old', Created: 2, Updated: 2, Unchanged: 4, Failed: 3 },
    { label: '2026-11-15 (2)', fileName: 'new', Created: 2, Updated: 2, Unchanged: 4, Failed: 3 },
  ])
})

test('a default country that was taken back is sent as none, so that the import does not keep the former one', () => {
  const options = { defaultCountry: '', mergeStrategy: 'MERGE_LABELS' as const, labels: [] }
  expect(mappingRequest([], options)).toMatchObject({ defaultCountry: null })
  expect(mappingRequest([], { ...options, defaultCountry: 'GB' })).toMatchObject({ defaultCountry: 'GB' })
})

test('the upload button names what is uploaded', () => {
  expect(uploadLabel({ kind: 'xlsx' })).toBe('Upload workbook')
  expect(uploadLabel({ kind: 'vcf' })).toBe('Upload contact cards')
})
