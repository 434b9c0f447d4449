import { test } from 'vitest'
import { compareWithOracle } from '../../../tests/support/billing-oracle.ts'
import { SEED } from '../../../tests/support/seed.ts'

test(`10,000 subscriptions on random instants agree with counting their days (seed ${SEED})`, () => {
  compareWithOracle(10_000, SEED)
})
