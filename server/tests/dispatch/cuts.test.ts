import { expect, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { sendOverBrokenLines } from '../support/messaging/dispatch-cuts.ts'

test(
  'connections to the database cut 50 times at random bytes during a campaign: no recipient is sent to twice, none is left out, the API is healthy again',
  async () => {
    const { called, unknown } = await sendOverBrokenLines({ recipients: 120, cuts: 50, seed: 11 })
    expect(called + unknown).toBe(120)
  },
  FAULT_RUN_MS,
)
