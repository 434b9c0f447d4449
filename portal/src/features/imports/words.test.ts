import { expect, test } from 'vitest'
import { choicesOf, columnsOf, whyOf } from './choices.ts'
import { findingsOf } from './findings.ts'
import { adviceOf, stepOf, threatIn } from './names.ts'
import { outcomesOf } from './outcomes-of.ts'
import { addSample, paceOf, type Sample } from './pace.ts'
import type { Import } from './queries.ts'
import { rowsDone } from './stages.ts'
import { summaryOf } from './summary.ts'
import { writtenIn } from './written.ts'

const count = (n: number) => n.toLocaleString('en')
const countOf = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`

test('the review is said in one sentence, without what does not happen', () => {
  const conflictSummary = {
    totalNewContacts: 1204,
    totalExistingContacts: 311,
    contactsWithUpdatedNames: 42,
    contactsWithNewLabels: 1,
  }
  expect(summaryOf({ totalErrors: 19, conflictSummary }, count, countOf)).toBe(
    '1,204 new, 311 already there, 42 names change, 1 gets new labels, 19 rows left out.',
  )
  const quiet = { ...conflictSummary, contactsWithUpdatedNames: 0, contactsWithNewLabels: 0 }
  expect(summaryOf({ totalErrors: 1, conflictSummary: quiet }, count, countOf)).toBe(
    '1,204 new, 311 already there, 1 row left out.',
  )
})

test('an import that ended early stays at the step where it ended', () => {
  expect(stepOf([{ status: 'UPLOADED' }, { status: 'SCANNING' }, { status: 'QUARANTINED' }])).toBe(0)
  expect(stepOf([{ status: 'AWAITING_MAPPING' }, { status: 'CANCELLED' }])).toBe(1)
  expect(stepOf([{ status: 'PENDING_REVIEW' }])).toBe(2)
  expect(stepOf([{ status: 'PERSISTING' }, { status: 'PARTIAL_SUCCESS' }])).toBe(3)
})

test('rows a second and the time left come from what was seen lately, not from the beginning', () => {
  const at = (seconds: number, done: number): Sample => ({ atMs: seconds * 1000, done })
  const seen = [at(0, 0), at(10, 10), at(20, 2_010), at(30, 4_010)].reduce<Sample[]>(addSample, [])
  expect(paceOf(seen, 6_010)).toEqual({ perSecond: 200, secondsLeft: 10 })
  expect(paceOf([at(0, 5)], 10)).toBeUndefined()
  expect(paceOf([at(0, 5), at(9, 5)], 10)).toBeUndefined()
})

test('rows that are saved are counted from the second part of the way', () => {
  const stats = { totalRows: 1000, processedRows: 400 } as Import['stats']
  expect(rowsDone({ status: 'PROCESSING', progress: 27, stats })).toBe(400)
  expect(rowsDone({ status: 'PERSISTING', progress: 60, stats })).toBe(0)
  expect(rowsDone({ status: 'PERSISTING', progress: 99, stats })).toBe(1000)
  expect(rowsDone({ status: 'SCANNING', progress: 1, stats })).toBeUndefined()
})

test('a column is explained by its heading or its cells, and goes to the server as it was chosen', () => {
  expect(whyOf('Mobile no.', 'phone')).toBe('Its heading says so.')
  expect(whyOf('Column B', 'phone')).toBe('Its cells look like phone numbers.')
  expect(whyOf('Customer name', 'name')).toBe('Its heading says so.')
  expect(whyOf('Column A', 'name')).toBe('Its cells look like names.')
  const choices = choicesOf({
    headers: [
      { column: 'Phone', samples: [] },
      { column: '__proto__', samples: [] },
    ],
    suggestion: { Phone: { field: 'phone' } },
    headerRow: 1,
    confirmed: null,
  })
  choices[1] = { column: '__proto__', field: 'attribute', attribute: ' kind ' }
  expect(JSON.stringify(columnsOf(choices))).toBe(
    '{"Phone":{"field":"phone"},"__proto__":{"field":"attribute","attribute":"kind"}}',
  )
})

test('what was found in a file names the rows, never what stands in them', () => {
  const none = { count: 0, rows: [] }
  const rows = { rowCount: 9, headerRow: 4, phoneColumns: [], malformed: { count: 5, rows: [2, 3, 4] } }
  const found = findingsOf({ ...rows, shortened: none, repeated: { count: 1, rows: [7] } }, countOf)
  expect(found.map(({ title }) => title)).toEqual([
    '9 rows',
    'No column of phone numbers found',
    '5 numbers that cannot be right',
    '1 row repeats a number',
  ])
  expect(found[0]?.about).toBe('Row 4 names the columns; the rows above it are left out.')
  expect(found[2]?.about).toMatch(/^Rows 2, 3, 4 and more\./)
  expect(found[3]?.about).toMatch(/^Row 7\./)
})

test('a blocked file is told in plain words, also one that only the scanner has a name for', () => {
  expect(threatIn('The file was not accepted: macro.')).toBe('a macro, which is a program')
  expect(threatIn('The file was not accepted: Win.Test-1.')).toMatch(/“Win\.Test-1”/)
})

test('every reason and warning of the server comes with something to do', async () => {
  const { FAILURES, WARNINGS } = await import('@harkara/server/domain/contacts/contact')
  for (const reason of [...Object.values(FAILURES), ...Object.values(WARNINGS)])
    expect(adviceOf(reason), reason).not.toBe('')
})

test('a failed row shows name and number as they are written', () => {
  const confirmed = {
    First: { field: 'firstName' },
    Last: { field: 'lastName' },
    Home: { field: 'phone' },
    Mobile: { field: 'phone' },
  } as const
  const rowData = { First: 'Asha', Last: 'Rao', Home: '', Mobile: '12' }
  expect(writtenIn({ rowData }, { confirmed })).toEqual({ name: 'Asha Rao', number: '12' })
})

test('the chart has the last imports that were saved, oldest first, and tells two of a day apart', () => {
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
  const shown = outcomesOf(
    [one('new'), one('undone', undone), one('open', { terminal: false }), one('old')],
    (iso) => iso,
  )
  expect(shown).toEqual([
    { label: '2026-11-15', fileName: 'old', Added: 2, Changed: 2, 'As they were': 4, 'Left out': 3 },
    { label: '2026-11-15 (2)', fileName: 'new', Added: 2, Changed: 2, 'As they were': 4, 'Left out': 3 },
  ])
})
