import { expect, test } from 'vitest'
import { sendWithKills } from '../support/messaging/dispatch-kills.ts'

test('200 kills in a campaign of 1,000: no recipient is sent to twice, none is left out, every paisa is right', async () => {
  const { fired, planned } = await sendWithKills({
    recipients: 1_000,
    killsAtPoints: 60,
    kills: 140,
    seed: 20_261_115,
    rate: 10,
  })
  expect(fired).toBeGreaterThanOrEqual(planned * 0.9)
}, 3_600_000)
