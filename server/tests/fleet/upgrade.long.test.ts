import { expect, test } from 'vitest'
import { buildPreviousRelease, hasPreviousRelease } from '../support/fleet/previous-release.ts'
import { runFleet } from '../support/fleet/run-fleet.ts'
import { SEED } from '../support/random/seed.ts'

test.skipIf(!(await hasPreviousRelease()))(
  'a fleet of the previous release on tables of this one, upgraded process by process under load: nothing is lost, nothing is sent twice',
  async () => {
    const previous = await buildPreviousRelease()
    const plan = { customers: 3, rows: 100, rate: 40, rounds: 1, kills: 0, seed: SEED, previous }
    expect((await runFleet(plan)).campaigns).toBeGreaterThanOrEqual(3)
  },
)
