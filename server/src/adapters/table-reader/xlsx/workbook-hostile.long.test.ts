import { expect, test } from 'vitest'
import { hostileWorkbooks } from '../../../../tests/support/tables/hostile-workbooks.ts'
import { outcomeOf } from '../../../../tests/support/tables/workbook-outcome.ts'

const SEED = 7

test.each([
  ['archives', 1_000],
  ['xml', 200],
  ['sheets', 100],
  ['names', 150],
] as const)('all hostile %s end in rows or in a reason', async (kind, count) => {
  for (const { what, file, isRefused } of hostileWorkbooks(kind, count, SEED)) {
    const outcome = await outcomeOf(file)
    if (isRefused) expect(outcome, `${what}, seed ${SEED}`).toBe('refused')
  }
})
