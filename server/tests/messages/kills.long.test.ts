import { beforeAll, test } from 'vitest'
import {
  expectOneEffectAfterCrash,
  openSettlementDesk,
  SETTLEMENT_POINTS,
} from '../support/messaging/settlement-crash.ts'

const KILLS_EACH = 5

let desk: Awaited<ReturnType<typeof openSettlementDesk>>
beforeAll(async () => {
  desk = await openSettlementDesk()
})

test.each(SETTLEMENT_POINTS)(
  'callbacks whose processes are killed at %s move money once',
  async (point) => {
    for (let kill = 0; kill < KILLS_EACH; kill++) await expectOneEffectAfterCrash(desk, point)
  },
  KILLS_EACH * 120_000,
)
