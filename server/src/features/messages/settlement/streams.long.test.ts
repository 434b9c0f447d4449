import { beforeAll, test } from 'vitest'
import { liveThrough, settleInMemory } from '../../../../tests/support/campaigns/callback-streams.ts'
import { openTestPools } from '../../../../tests/support/database/open-database.ts'
import { type SettleScene, settleDeps } from '../../../../tests/support/messaging/settlement.ts'
import { chance } from '../../../../tests/support/random/seeded-random.ts'

let processes: [SettleScene, SettleScene]
beforeAll(async () => {
  const [ours, theirs] = await openTestPools(5)
  processes = [settleDeps(ours), settleDeps(theirs)]
})

const CAMPAIGNS = 500
const MESSAGES = 20
const SEED = 20_260

test(`each of ${CAMPAIGNS} campaigns, ${CAMPAIGNS * MESSAGES} random streams, ends as the rules require (seed ${SEED})`, async () => {
  const dice = chance(SEED)
  for (let n = 0; n < CAMPAIGNS; n++) await liveThrough(processes, dice, MESSAGES)
})

test(`1,000,000 status updates in memory: every reserved amount is captured, returned or open (seed ${SEED})`, () => {
  settleInMemory(chance(SEED), 1_000_000, 150_000)
})
