import { expect, test } from 'vitest'
import { expectAllWrittenUnderFire } from '../support/campaigns/expansion-kills.ts'
import { startQuoting } from '../support/campaigns/quotations.ts'
import { dice } from '../support/random/dice.ts'
import { SEED } from '../support/random/seed.ts'

const KILLS = 100

test(`whoever writes 20,000 messages is killed ${KILLS} times (seed ${SEED}): each is written once`, async () => {
  const product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  const chance = dice(SEED)
  let died = 0
  while (died < KILLS)
    died += await expectAllWrittenUnderFire(product, {
      contacts: 20_000,
      chunks: 60,
      kills: KILLS - died,
      dice: chance,
    })
  expect(died).toBeGreaterThanOrEqual(KILLS)
})
