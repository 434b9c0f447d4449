import { describe, expect, test } from 'vitest'
import { honest } from '../../../../tests/support/tables/hostile-archives.ts'
import { hostileWorkbooks } from '../../../../tests/support/tables/hostile-workbooks.ts'
import { unspoiled } from '../../../../tests/support/tables/hostile-xml.ts'
import { outcomeOf, rowsOf } from '../../../../tests/support/tables/workbook-outcome.ts'

const SEED = 20_261_115

describe.each([
  ['archives', 60],
  ['xml', 40],
  ['sheets', 20],
  ['names', 25],
] as const)('hostile %s end in rows or in a reason', (kind, count) => {
  test.each([...hostileWorkbooks(kind, count, SEED)])('$what', async ({ file, isRefused }) => {
    const outcome = await outcomeOf(file)
    if (isRefused) expect(outcome).toBe('refused')
  })
})

test('the unmodified base files are read', async () => {
  expect(await rowsOf(honest())).toHaveLength(200)
  expect(await rowsOf(unspoiled())).toEqual([{ rowIndex: 1, cells: ['a'] }])
})
