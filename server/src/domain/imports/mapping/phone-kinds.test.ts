import { expect, test } from 'vitest'
import { parseCells } from '../rows/parse-cells.ts'
import type { ColumnUse } from './column-use.ts'
import { withPhoneKinds } from './phone-kinds.ts'

const COLUMNS = ['Name', 'Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Type', 'Phone 2 - Value', 'Work Value']
const MAPPING: ColumnUse[] = [
  { field: 'name' },
  { field: 'ignore' },
  { field: 'phone' },
  { field: 'ignore' },
  { field: 'phone' },
  { field: 'phone' },
]
const numbersOf = (...cells: string[]) =>
  parseCells(cells, { columns: withPhoneKinds(COLUMNS, MAPPING), labels: [] }).numbers

test('a number that its label calls a fax is not read as a phone', () => {
  expect(numbersOf('Asha', 'Mobile', '9876510031', 'Work Fax', '02223456789')).toEqual(['9876510031'])
  expect(numbersOf('Asha', 'homeFax', '02223456789', 'Work', '9876510031')).toEqual(['9876510031'])
  expect(numbersOf('Asha', 'FAX', '02223456789', '', '')).toEqual([])
})

test('every other label, and a column without one, is a phone', () => {
  expect(numbersOf('Asha', '', '9876510031', 'Pager', '9876510032', '9876510033')).toEqual([
    '9876510031',
    '9876510032',
    '9876510033',
  ])
})
