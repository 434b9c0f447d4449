import { test } from 'vitest'
import { dice } from '../support/dice.ts'
import { expectAllWrittenUnderFire } from '../support/expansion-kills.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { startQuoting } from '../support/quotations.ts'

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
