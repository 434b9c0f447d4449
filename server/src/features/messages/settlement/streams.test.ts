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

const CAMPAIGNS = 50
const MESSAGES = 20
const SEED = 7

test(`each of ${CAMPAIGNS} campaigns with random status updates ends as the rules require, to the last paisa (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  for (let n = 0; n < CAMPAIGNS; n++) await settleStreams(processes, random, MESSAGES)
})

test(`100,000 status updates in memory: every reserved amount is captured, returned or open (seed ${SEED})`, () => {
  settleInMemory(seededRandom(SEED), 100_000, 20_000)
})
