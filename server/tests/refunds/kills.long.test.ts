import { beforeAll, test } from 'vitest'
import {
  expectOneRefundAfterCrash,
  openRefundCrashDesk,
  REFUND_POINTS,
  type RefundCrashDesk,
} from '../support/payments/refund-crash.ts'

const KILLS_EACH = 7

let desk: RefundCrashDesk
beforeAll(async () => {
  desk = await openRefundCrashDesk()
})

test.each(REFUND_POINTS)(
  'refunds whose processes are killed at %s, each happens once all the same',
  async (point) => {
    for (let kill = 0; kill < KILLS_EACH; kill++) await expectOneRefundAfterCrash(desk, point)
  },
  KILLS_EACH * 120_000,
)
