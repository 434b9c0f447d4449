import { test } from 'vitest'
import { compareWithOracle } from '../../../tests/support/payments/billing-oracle.ts'
import { SEED } from '../../../tests/support/random/seed.ts'

test(`10,000 subscriptions at random instants agree with counting their days (seed ${SEED})`, () => {
  compareWithOracle(10_000, SEED)
})
