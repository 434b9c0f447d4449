import { expect, test } from 'vitest'
import { expectAllWrittenDespiteKills } from '../support/campaigns/expansion-kills.ts'
import { startQuoting } from '../support/campaigns/quotations.ts'
import { SEED } from '../support/random/seed.ts'
import { seededRandom } from '../support/random/seeded-random.ts'

const KILLS = 100

test(`the process that writes 20,000 messages is killed ${KILLS} times (seed ${SEED}): each is written once`, async () => {
  const product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  const random = seededRandom(SEED)
  let died = 0
  while (died < KILLS)
    died += await expectAllWrittenDespiteKills(product, {
      contacts: 20_000,
      chunks: 60,
      kills: KILLS - died,
      random,
    })
  expect(died).toBeGreaterThanOrEqual(KILLS)
})
