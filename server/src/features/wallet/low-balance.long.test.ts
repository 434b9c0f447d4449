import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { walkBalances } from '../../../tests/support/money/balance-walks.ts'

test('1,000 random sequences of balances give one notice for each fall below the threshold', async () => {
  expect(await walkBalances(await openTestDatabase(), 1_000, 20_260_816)).toBeGreaterThan(300)
})
