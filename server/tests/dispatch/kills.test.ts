import { expect, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { sendWithKills } from '../support/messaging/dispatch-kills.ts'

test(
  'a campaign whose senders are killed at every named point and at random: no recipient is sent to twice, none is left out, every paisa is right',
  async () => {
    const { called, unknown, fired, planned } = await sendWithKills({
      recipients: 200,
      killsAtPoints: 5,
      kills: 5,
      seed: 7,
      rate: 40,
    })
    expect(fired).toBeGreaterThanOrEqual(planned * 0.9)
    expect(called + unknown).toBe(200)
  },
  FAULT_RUN_MS,
)
