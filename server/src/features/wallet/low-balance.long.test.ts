import { expect, test } from 'vitest'
import { walkBalances } from '../../../tests/support/balance-walks.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'

test('1,000 random walks of the balance give one notice for each time it fell below the threshold', async () => {
  expect(await walkBalances(await openTestDatabase(), 1_000, 20_260_816)).toBeGreaterThan(300)
})
