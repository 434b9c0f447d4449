import { test } from 'vitest'
import { expectAllWrittenDespiteKills } from '../support/campaigns/expansion-kills.ts'
import { startQuoting } from '../support/campaigns/quotations.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { seededRandom } from '../support/random/seeded-random.ts'

/** The long run kills 100 times. */
const KILLS = 10
const SEED = 20_265

test(
  `the process that writes the messages of campaigns is killed ${KILLS} times (seed ${SEED}): each is written once`,
  async () => {
    const product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
    const random = seededRandom(SEED)
    let died = 0
    while (died < KILLS)
      died += await expectAllWrittenDespiteKills(product, { contacts: 1_000, chunks: 40, kills: KILLS, random })
  },
  FAULT_RUN_MS,
)
