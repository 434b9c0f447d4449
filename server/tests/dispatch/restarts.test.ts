import { expect, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { sendThroughRestarts } from '../support/messaging/dispatch-restarts.ts'

test(
  'three senders, five restarts one by one: each ends by itself with 0, no message is unknown, and the provider never sees more than the rate in any second',
  async () => {
    const rate = 50
    const { unknown, mostInASecond } = await sendThroughRestarts({ recipients: 500, rate, restarts: 5, workers: 3 })
    expect(unknown).toBe(0)
    expect(mostInASecond).toBeLessThanOrEqual(rate)
  },
  FAULT_RUN_MS,
)
