import { beforeAll, expect, test } from 'vitest'
import { raceConfirmAndCancel, raceConfirmations } from '../../../../tests/support/imports/import-races.ts'
import { startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { SEED } from '../../../../tests/support/random/seed.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'

const RACES = 5_000
const CONFIRMED = 50
const CONFIRMATIONS = 50

let product: TestProduct
beforeAll(async () => {
  product = await startProductWithoutQueue({ ACCESS_TOKEN_TTL_SECONDS: '86400' })
})

test(`${RACES} races (seed ${SEED}) of confirm, cancel and the workers: one wins, and after CANCELLED nothing is added`, async () => {
  const random = seededRandom(SEED)
  const owner = await newVendor(product)
  const outcomes = new Map<string, number>()
  for (let race = 0; race < RACES; race++) {
    const outcome = await raceConfirmAndCancel(product, owner, random)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect(outcomes.size).toBe(3)
})

test(`${CONFIRMATIONS} concurrent confirmations, ${CONFIRMED} times: one succeeds each time, and contacts are written once`, async () => {
  const owner = await newVendor(product)
  for (let round = 0; round < CONFIRMED; round++) await raceConfirmations(product, owner, CONFIRMATIONS)
})
