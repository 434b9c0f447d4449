import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnLetters } from './cell-position.ts'
import { nameColumns } from './columns.ts'

test('columns are lettered as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ])
})

test('equal headers are numbered, empty ones named by letters, all trimmed', () => {
  expect(nameColumns([' Phone ', 'Phone', 'Name', ' ', 'Phone'], 6)).toEqual([
    'Phone',
    'Phone (2)',
    'Name',
    'Column D',
    'Phone (3)',
    'Column F',
  ])
})

test('a name that is already in use is skipped', () => {
  expect(nameColumns(['Column B', '', 'Phone (2)', 'Phone', 'Phone'], 5)).toEqual([
    'Column B',
    'Column B (2)',
    'Phone (2)',
    'Phone',
    'Phone (3)',
  ])
})

test('the questions of a survey are shortened to 256 characters, and equal beginnings are numbered', () => {
  const question = 'q'.repeat(250)
  const names = nameColumns([`${question} and why not?`, `${question} and why, then?`, 'n'.repeat(256)], 3)
  expect(names).toEqual([`${question} and …`, `${question} … (2)`, 'n'.repeat(256)])
  expect(nameColumns([`${'q'.repeat(254)}😀😀`], 1)).toEqual([`${'q'.repeat(254)}…`])
})

const header = fc.array(fc.constantFrom('', ' ', 'Phone', 'Phone (2)', 'Column A', 'Column C', '__proto__'), {
  maxLength: 12,
})

test('every column has a unique name, and later columns do not change earlier names', () => {
  fc.assert(
    fc.property(header, fc.nat(15), fc.nat(15), (names, width, more) => {
      const columns = nameColumns(names, width)
      expect(new Set(columns).size).toBe(width)
      expect(columns).not.toContain('')
      expect(nameColumns(names, width + more).slice(0, width)).toEqual(columns)
    }),
  )
})
