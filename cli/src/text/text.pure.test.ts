import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Preview, Status } from '../api/shapes.ts'
import { addLine, type Reason } from '../reasons.ts'
import { PLAIN } from './paint.ts'
import { printable, shellWord } from './printable.ts'
import { progressLine, shouldPrintProgress, statusProgress, uploadProgress } from './progress.ts'
import { mappingQuestion } from './question.ts'
import { previewSummary, resultSummary, undoSummary, unreadSheets } from './summary.ts'

const STATS = { totalRows: 0, processedRows: 0, validRows: 0, invalidRows: 0, warningRows: 0, valid: 0, errors: 0 }
const statusAt = (status: string, rest: Partial<Status> = {}): Status => ({
  jobId: 'j',
  status,
  progress: 0,
  stats: STATS,
  terminal: false,
  needsAction: false,
  ...rest,
})

describe('progress', () => {
  test('upload progress never exceeds the total', () => {
    expect(uploadProgress(26_214_400, 52_428_800)).toEqual({
      label: 'Uploading',
      percent: 50,
      detail: '26.2 MB of 52.4 MB',
    })
    expect(uploadProgress(53_000_000, 52_428_800).percent).toBe(100)
  })

  test('rows are counted while they are checked, contacts while they are saved', () => {
    const stats = { ...STATS, totalRows: 200_000, processedRows: 120_000, valid: 199_000 }
    expect(statusProgress(statusAt('PROCESSING', { progress: 38.9, stats }))).toMatchObject({
      percent: 38,
      detail: '120,000 of 200,000 rows',
    })
    const result = { created: 1_000, updated: 2, merged: 3, skipped: 4, changedSincePreview: 0 }
    expect(statusProgress(statusAt('PERSISTING', { stats, result })).detail).toBe('1,009 of 199,000 contacts')
  })

  test('the bar is filled according to the percentage', () => {
    expect(progressLine({ label: 'Saving', percent: 50, detail: '' }, 80)).toBe(
      `Saving     ${'█'.repeat(14)}${'░'.repeat(14)}  50%`,
    )
  })

  test('a progress line never reaches the edge of the terminal', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.integer({ min: 2, max: 200 }), fc.string(), (percent, columns, detail) => {
        expect([...progressLine({ label: 'Saving', percent, detail }, columns)].length).toBeLessThan(columns)
      }),
    )
  })

  test('a log gets a line for each new state and every 10%', () => {
    const at = (label: string, percent: number) => ({ label, percent, detail: '' })
    expect(shouldPrintProgress(undefined, at('Checking', 0))).toBe(true)
    expect(shouldPrintProgress(at('Checking', 5), at('Checking', 9))).toBe(false)
    expect(shouldPrintProgress(at('Checking', 9), at('Checking', 10))).toBe(true)
    expect(shouldPrintProgress(at('Checking', 60), at('Saving', 60))).toBe(true)
  })
})

test('control characters are removed from texts', () => {
  expect(printable('a\x1b[31m\r\nb\u202ec\u009b')).toBe('a\ufffd[31m\ufffd\ufffdb\ufffdc\ufffd')
  expect(printable('नेहा शर्मा 👩‍👩‍👧 é')).toBe('नेहा शर्मा 👩‍👩‍👧 é')
})

test('any text is quoted as a single shell word', () => {
  expect(['Phone=phone,a=name', 'a b', "it's", '$(x)', ''].map(shellWord)).toEqual([
    'Phone=phone,a=name',
    "'a b'",
    "'it'\\''s'",
    "'$(x)'",
    "''",
  ])
})

const preview: Preview = {
  totalValid: 1_234,
  totalWarnings: 17,
  totalErrors: 1,
  conflictSummary: {
    totalNewContacts: 1_000,
    totalExistingContacts: 234,
    contactsWithUpdatedNames: 1,
    contactsWithNewLabels: 40,
  },
  validSample: [
    {
      name: 'Asha\x1b[2J',
      labels: ['vip'],
      rowIndex: 2,
      _normalized: { e164: '+919876543210' },
      _action: 'MERGE',
      _warnings: ['ambiguous country'],
    },
  ],
}

test('the preview names what is new, what changes, why rows fail, and shows some contacts', () => {
  const reason = (text: string): Reason => ({ text, times: 1, rows: ['7'], isMore: false })
  const text = previewSummary(preview, { failed: [reason('malformed number')], warned: [reason('odd')] }, PLAIN)
  expect(text.split('\n')).toEqual([
    '',
    '      1,234  contacts to import',
    '      1,000  new',
    '        234  existing: 1 name updated, 40 with new labels',
    '         17  with a warning',
    '             1 × odd (row 7)',
    '          1  row failed',
    '             1 × malformed number (row 7)',
    '',
    '        Row  Number            Action      Contact',
    '          2  +919876543210     new labels  Asha\ufffd[2J  #vip  ! ambiguous country',
    '          …  and 1,233 more',
    '',
  ])
})

test('other sheets with rows are named, because only one is read', () => {
  const sheets = [
    { name: 'People', rows: 9, hidden: false },
    { name: 'Calls\x1b', rows: 1, hidden: false },
    { name: 'Empty', rows: 0, hidden: false },
    { name: 'Old', rows: null, hidden: true },
  ]
  expect(unreadSheets({ sheets, sheet: 'People' })).toBe('Not read: sheets "Calls\ufffd" (1 row), "Old".')
  expect(unreadSheets({ sheets: sheets.slice(0, 2), sheet: 'People' })).toBe('Not read: sheet "Calls\ufffd" (1 row).')
  expect(unreadSheets({ sheets: [], sheet: null })).toBeUndefined()
})

test('reasons are counted with their first rows, and the row number of a duplicate does not make another reason', () => {
  const reasons = new Map<string, Reason>()
  const lines = [
    '2,duplicate contact (row 1)',
    '3,duplicate contact (row 1)',
    '4,"a ""b"", c"',
    '5,x',
    '6,x',
    '7,x',
    '8,x',
    'odd',
  ]
  for (const line of lines) addLine(reasons, line)
  expect([...reasons.values()]).toEqual([
    { text: 'duplicate contact', times: 2, rows: ['2', '3'], isMore: false },
    { text: 'a "b", c', times: 1, rows: ['4'], isMore: false },
    { text: 'x', times: 4, rows: ['5', '6', '7'], isMore: true },
  ])
})

describe('the end of an import', () => {
  const result = { created: 3, updated: 0, merged: 1, skipped: 0, changedSincePreview: 2 }
  test.each([
    [
      statusAt('COMPLETED', { result }),
      'Done: 3 new, 1 with new labels.\n  2 contacts changed since the preview and were processed in their current state',
    ],
    [
      statusAt('PARTIAL_SUCCESS', { result: { ...result, changedSincePreview: 0 }, stats: { ...STATS, errors: 1 } }),
      'Done: 3 new, 1 with new labels.\n  1 failed row skipped',
    ],
    [statusAt('FAILED', { failureReason: 'The file is corrupt.' }), 'The import failed: The file is corrupt.'],
    [statusAt('QUARANTINED'), 'The file was quarantined.'],
    [statusAt('CANCELLED', { result }), 'The import was cancelled. Before that: 3 new, 1 with new labels.'],
  ])('%#', (status, text) => expect(resultSummary(status, PLAIN)).toBe(text))

  test('undone', () => {
    expect(undoSummary({ state: 'DONE', restored: 1, removed: 2_000, kept: 1 })).toBe(
      'The import was undone: 1 contact restored, 2,000 deleted, 1 kept because it was edited since.',
    )
  })
})

test('the mapping prompt shows sample cells and unknown columns of --map', () => {
  const mapping = {
    sheets: [],
    sheet: null,
    headers: [{ column: 'alpha', samples: ['x\ty', '1', '2', '3'] }],
    suggestion: { alpha: { field: 'attribute' as const } },
  }
  expect(mappingQuestion(mapping, {}, PLAIN)).toContain('  alpha   attribute  x\ufffdy · 1 · 2\n')
  expect(mappingQuestion(mapping, { columns: { beta: { field: 'phone' } } }, PLAIN)).toContain('no column "beta"')
})

test('the mapping prompt lists the sheets of a workbook and says which one was missed', () => {
  const sheets = [
    { name: 'Cover', rows: 4, hidden: false },
    { name: 'Old', rows: null, hidden: true },
  ]
  const mapping = { sheets, sheet: 'Cover', headers: [{ column: 'a', samples: [] }], suggestion: {} }
  const listed = 'Sheets: "Cover" (4 rows), "Old" (rows unknown, hidden). These are the columns of "Cover".'
  expect(mappingQuestion(mapping, { sheet: 'Cover' }, PLAIN)).toContain(`\n${listed}\n\nWhich column`)
  expect(mappingQuestion(mapping, { sheet: 'May' }, PLAIN)).toContain(`no sheet "May" with rows.\n${listed}`)
  expect(mappingQuestion({ ...mapping, sheets: [], sheet: null }, { sheet: 'May' }, PLAIN)).toContain('no sheet "May"')
  expect(mappingQuestion({ ...mapping, sheets: sheets.slice(1) }, {}, PLAIN)).not.toContain('Sheets')
})
