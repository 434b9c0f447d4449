import { beforeAll, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import {
  expectOneRefundAfterCrash,
  type RefundCrashFixture,
  startRefundCrashFixture,
} from '../support/payments/refund-crash.ts'

let fixture: RefundCrashFixture
beforeAll(async () => {
  fixture = await startRefundCrashFixture()
})

test(
  'a refund whose process is killed between the answer of the gateway and our commit happens once all the same',
  async () => {
    await expectOneRefundAfterCrash(fixture, 'refund.answered')
  },
  FAULT_RUN_MS,
)
