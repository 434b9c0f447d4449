import { expect, test } from 'vitest'
import { dice } from '../support/dice.ts'
import { expectAllWrittenUnderFire } from '../support/expansion-kills.ts'
import { startQuoting } from '../support/quotations.ts'
import { SEED } from '../support/seed.ts'

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
