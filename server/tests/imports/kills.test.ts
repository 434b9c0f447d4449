import { expect, test } from 'vitest'
import { chance } from '../support/chance.ts'
import { dumpOf, fileOf, importInPeace, importUnderFire } from '../support/import-kills.ts'
import { startProductByHand } from '../support/imports-by-hand.ts'
import { newVendor } from '../support/product.ts'

/** The long run kills 200 times. */
const KILLS = 10
const FILES = 5
const ROWS = 5_200
const SEED = 20_265

test(`workers killed ${KILLS} times (seed ${SEED}): the contacts, counts and audit rows of an import in peace`, async () => {
  const product = await startProductByHand()
  const [peace, fire] = [await newVendor(product), await newVendor(product)]
  const files = Array.from({ length: FILES }, (_, i) => fileOf(80 + i, ROWS))
  const ended = await importUnderFire(product, fire, { files, kills: KILLS, chance: chance(SEED) })
  const expected = await importInPeace(product, peace, files)
  const told = ({ status, failureReason, stats, result }: (typeof expected)[number]) => ({
    status,
    failureReason,
    stats,
    result,
  })
  expect(ended.map(told)).toEqual(expected.map(told))
  const dump = await dumpOf(product, fire)
  expect(dump).toEqual(await dumpOf(product, peace))
  for (const { count, contacts } of dump.audits) expect(count).toBe(contacts)
}, 300_000)
