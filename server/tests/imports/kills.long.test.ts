import { test } from 'vitest'
import { expectSameAsWithoutKills } from '../support/imports/import-kills.ts'
import { startProductByHand } from '../support/imports/imports-by-hand.ts'
import { SEED } from '../support/random/seed.ts'

const KILLS = 200
const FILES = 10
const ROWS = 25_000

test(`workers killed ${KILLS} times (seed ${SEED}): the contacts, counts and audit rows of an import in undisturbed`, async () => {
  const product = await startProductByHand({ ACCESS_TOKEN_TTL_SECONDS: '86400' })
  await expectSameAsWithoutKills(product, { files: FILES, rows: ROWS, kills: KILLS, seed: SEED })
})
