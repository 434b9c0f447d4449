import { test } from 'vitest'
import { expectAllWrittenUnderFire } from '../support/campaigns/expansion-kills.ts'
import { startQuoting } from '../support/campaigns/quotations.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { dice } from '../support/random/dice.ts'

/** The long run kills 100 times. */
const KILLS = 10
const SEED = 20_265

test(
  `whoever writes the messages of campaigns is killed ${KILLS} times (seed ${SEED}): each is written once`,
  async () => {
    const product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
    const chances = dice(SEED)
    let died = 0
    while (died < KILLS)
      died += await expectAllWrittenUnderFire(product, { contacts: 1_000, chunks: 40, kills: KILLS, dice: chances })
  },
  FAULT_RUN_MS,
)
