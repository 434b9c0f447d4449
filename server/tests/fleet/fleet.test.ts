import { expect, test } from 'vitest'
import { runFleet } from '../support/fleet/run-fleet.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'

test(
  'nine processes, each stopped in turn, three killed, PostgreSQL, Redis and clamd restarted: every import and every campaign is whole, nothing is lost, nothing is sent twice, every paisa is right',
  async () => {
    const { campaigns } = await runFleet({ customers: 3, rows: 40, rate: 40, rounds: 1, kills: 3, seed: 26 })
    expect(campaigns).toBeGreaterThanOrEqual(3)
  },
  3 * FAULT_RUN_MS,
)
