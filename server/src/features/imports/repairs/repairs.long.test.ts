import { beforeAll, describe, expect, test } from 'vitest'
import { numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { repairEqualsUpload } from '../../../../tests/support/imports/import-repairs.ts'
import { csv } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { REVIEW_VERBS, type ReviewVerb, raceReview } from '../../../../tests/support/imports/review-races.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
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

test('a replacement that could not be undone for its size is refused and changes nothing', async () => {
  const owner = await newVendor(product)
  const newNumber = numbersFrom(63_000_000)
  const rows = Array.from({ length: 1_400 }, (_, i) => [`P${i}`, `+${newNumber()}`, 'x'])
  const jobId = await byHand(product, owner).toReview(csv(['Name', 'Phone', 'City'], ...rows))
  const path = `/contacts/import/${jobId}/rows`
  const answer = await product.post(
    `${path}/replace`,
    { column: 'City', find: 'x', replace: 'y'.repeat(32_000) },
    owner,
  )
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  expect(answer.body.detail).toContain('for it to be undone')
  expect((await product.get(`${path}?pageSize=1`, owner)).body.data).toMatchObject([{ cells: { City: 'x' } }])
})
