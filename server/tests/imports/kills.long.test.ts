import { expect, test } from 'vitest'
import { chance } from '../support/chance.ts'
import { dumpOf, fileOf, importInPeace, importUnderFire } from '../support/import-kills.ts'
import { startProductByHand } from '../support/imports-by-hand.ts'
import { newVendor } from '../support/product.ts'

const KILLS = 200
const FILES = 10
const ROWS = 25_000
/** Another run kills at other moments. The seed makes a failing one come back. */
const SEED = Date.now() % 1_000_000_007

test(`workers killed ${KILLS} times (seed ${SEED}): the contacts, counts and audit rows of an import in peace`, async () => {
  const product = await startProductByHand({ ACCESS_TOKEN_TTL_SECONDS: '86400' })
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
})
