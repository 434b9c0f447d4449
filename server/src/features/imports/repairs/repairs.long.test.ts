import { beforeAll, describe, test } from 'vitest'
import { repairEqualsUpload } from '../../../../tests/support/imports/import-repairs.ts'
import { startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { REVIEW_VERBS, type ReviewVerb, raceReview } from '../../../../tests/support/imports/review-races.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'
import { inLanes } from '../../../../tests/support/random/concurrent-vendors.ts'
import { SEED } from '../../../../tests/support/random/seed.ts'

const FILES = 500
const RACES = 1_000

let product: TestProduct
beforeAll(async () => {
  product = await startProductWithoutQueue({ ACCESS_TOKEN_TTL_SECONDS: '86400' })
})

describe(`repairs (seed ${SEED})`, () => {
  test(`of ${FILES} files in random steps equal an upload of the right file`, () =>
    inLanes(product, SEED, FILES, (owner, random) => repairEqualsUpload(product, owner, random)))

  test(`${RACES} times four people do anything to an import at once and leave one consistent import behind`, () =>
    inLanes(product, SEED, RACES, async (owner, random) => {
      const verbs = Object.keys(REVIEW_VERBS) as ReviewVerb[]
      await raceReview(
        product,
        owner,
        random,
        Array.from({ length: 4 }, () => random.pick(verbs)),
      )
    }))
})
