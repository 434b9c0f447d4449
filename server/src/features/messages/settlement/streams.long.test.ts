import { beforeAll, test } from 'vitest'
import { settleInMemory, settleStreams } from '../../../../tests/support/campaigns/callback-streams.ts'
import { openTestPools } from '../../../../tests/support/database/open-database.ts'
import { type SettleScene, settleDeps } from '../../../../tests/support/messaging/settlement.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'

let processes: [SettleScene, SettleScene]
beforeAll(async () => {
  const [ours, theirs] = await openTestPools(5)
  processes = [settleDeps(ours), settleDeps(theirs)]
})

const CAMPAIGNS = 500
const MESSAGES = 20
const SEED = 20_260

test(`each of ${CAMPAIGNS} campaigns, ${CAMPAIGNS * MESSAGES} random streams, ends as the rules require (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  for (let n = 0; n < CAMPAIGNS; n++) await settleStreams(processes, random, MESSAGES)
})

test(`1,000,000 status updates in memory: every reserved amount is captured, returned or open (seed ${SEED})`, () => {
  settleInMemory(seededRandom(SEED), 1_000_000, 150_000)
})
