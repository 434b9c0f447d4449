import { expect, test } from 'vitest'
import { SEED } from '../support/random/seed.ts'
import { readLayoutMutations, readLocalMutations, readMutations } from '../support/tables/corpus-mutations.ts'

test(`75,000 damaged files of the corpus give a table within all limits or a reason (seed ${SEED})`, async () => {
  const { read, refused } = await readMutations(75_000, SEED)
  expect(Math.min(read, refused)).toBeGreaterThan(5_000)
})

test(`20,000 files with one changed letter differ in that row only, or are refused (seed ${SEED})`, async () => {
  const { read, refused, kinds } = await readLocalMutations(20_000, SEED)
  expect(read).toBeGreaterThan(refused)
  expect([...kinds].sort()).toEqual(['csv', 'ods', 'vcf', 'xlsx'])
})

test(`5,000 exports with one changed letter give the same people elsewhere, or a warning (seed ${SEED})`, async () => {
  const { same, warned } = await readLayoutMutations(5_000, SEED)
  expect(same).toBeGreaterThan(warned)
})
