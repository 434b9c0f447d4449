import { beforeAll, test } from 'vitest'
import {
  expectOneRefundAfterCrash,
  REFUND_POINTS,
  type RefundCrashFixture,
  startRefundCrashFixture,
} from '../support/payments/refund-crash.ts'

const KILLS_EACH = 7

let fixture: RefundCrashFixture
beforeAll(async () => {
  fixture = await startRefundCrashFixture()
})

test.each(REFUND_POINTS)(
  'refunds whose processes are killed at %s, each happens once all the same',
  async (point) => {
    for (let kill = 0; kill < KILLS_EACH; kill++) await expectOneRefundAfterCrash(fixture, point)
  },
  KILLS_EACH * 120_000,
)
