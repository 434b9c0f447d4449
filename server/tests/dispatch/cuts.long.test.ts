import { expect, test } from 'vitest'
import { sendOverBrokenLines } from '../support/messaging/dispatch-cuts.ts'

test('connections to the database cut 500 times at random bytes during a campaign: no recipient is sent to twice, none is left out, the API is healthy again', async () => {
  const { called, unknown } = await sendOverBrokenLines({ recipients: 1_000, cuts: 500, seed: 20_261_115 })
  expect(called + unknown).toBe(1_000)
}, 1_800_000)
