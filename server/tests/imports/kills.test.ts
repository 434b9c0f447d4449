import { test } from 'vitest'
import { expectSameAsWithoutKills } from '../support/imports/import-kills.ts'
import { startProductByHand } from '../support/imports/imports-by-hand.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'

/** The long run kills 200 times. */
const KILLS = 10
const FILES = 3
const ROWS = 5_200
const SEED = 20_265

test(
  `workers killed ${KILLS} times (seed ${SEED}): the contacts, counts and audit rows of an import in undisturbed`,
  async () => {
    const product = await startProductByHand()
    await expectSameAsWithoutKills(product, { files: FILES, rows: ROWS, kills: KILLS, seed: SEED })
  },
  FAULT_RUN_MS,
)
