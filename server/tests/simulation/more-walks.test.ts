import { beforeAll, describe, expect, test } from 'vitest'
import { HANGS_AFTER_MS, SEED, STEPS, WALKS, WORLDS } from './budget.ts'
import { runWalks } from './engine/run-walks.ts'
import { startWorlds } from './start-worlds.ts'
import type { World } from './world/start-world.ts'

const KILLED_WALKS = 8
const KILLS = 0.3

let worlds: World[]
beforeAll(async () => {
  worlds = await startWorlds(WORLDS)
}, HANGS_AFTER_MS)

describe('the whole platform beside its model', () => {
  test(
    `the product does what the model predicts, whatever order of ${STEPS} steps is taken (second half of ${WALKS} walks)`,
    async () => {
      const { failure, steps } = await runWalks(worlds, SEED + WALKS / 2, WALKS / 2, STEPS)
      expect(failure ?? 'none', failure).toBe('none')
      expect(steps).toBe((WALKS / 2) * STEPS)
    },
    HANGS_AFTER_MS,
  )

  test(
    `work that a killed process had done, and not noted as done, is done once (${KILLED_WALKS} walks)`,
    async () => {
      const { failure } = await runWalks(worlds, SEED, KILLED_WALKS, STEPS, KILLS)
      expect(failure ?? 'none', failure).toBe('none')
    },
    HANGS_AFTER_MS,
  )
})
