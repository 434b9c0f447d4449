import { beforeAll, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import {
  expectOneRefundAfterCrash,
  openRefundCrashDesk,
  type RefundCrashDesk,
} from '../support/payments/refund-crash.ts'

let desk: RefundCrashDesk
beforeAll(async () => {
  desk = await openRefundCrashDesk()
})

test(
  'a refund whose process is killed between the answer of the gateway and our commit happens once all the same',
  async () => {
    await expectOneRefundAfterCrash(desk, 'refund.answered')
  },
  FAULT_RUN_MS,
)
