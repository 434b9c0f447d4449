import { beforeAll, test } from 'vitest'
import {
  expectOneEffectAfterCrash,
  SETTLEMENT_POINTS,
  startSettlementFixture,
} from '../support/messaging/settlement-crash.ts'

const KILLS_EACH = 5

let fixture: Awaited<ReturnType<typeof startSettlementFixture>>
beforeAll(async () => {
  fixture = await startSettlementFixture()
})

test.each(SETTLEMENT_POINTS)(
  'callbacks whose processes are killed at %s move money once',
  async (point) => {
    for (let kill = 0; kill < KILLS_EACH; kill++) await expectOneEffectAfterCrash(fixture, point)
  },
  KILLS_EACH * 120_000,
)
