import { expect, test } from 'vitest'
import { readLayoutMutations, readLocalMutations, readMutations } from '../support/tables/corpus-mutations.ts'

const SEED = 20_261_118

test('750 damaged files of the corpus give a table within all limits or a reason', async () => {
  const { read, refused } = await readMutations(750, SEED)
  expect(Math.min(read, refused)).toBeGreaterThan(50)
})

test('200 files of the corpus with one changed letter differ in that row only, or are refused', async () => {
  const { read, refused, kinds } = await readLocalMutations(200, SEED)
  expect(read).toBeGreaterThan(refused)
  expect([...kinds].sort()).toEqual(['csv', 'ods', 'vcf', 'xlsx'])
})

test('50 exports with one changed letter give the same people in all other rows, or a warning', async () => {
  const { same, warned } = await readLayoutMutations(50, SEED)
  expect(same).toBeGreaterThan(warned)
})
