import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { walkBalances } from '../../../tests/support/money/balance-walks.ts'

test('1,000 random walks of the balance give one notice for each time it fell below the threshold', async () => {
  expect(await walkBalances(await openTestDatabase(), 1_000, 20_260_816)).toBeGreaterThan(300)
})
