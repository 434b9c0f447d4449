import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { HANGS_AFTER_MS, SEED, STEPS, WALKS, WORLDS } from './budget.ts'
import { runWalks } from './engine/run-walks.ts'
import type { KeptWalk } from './engine/script.ts'
import { replay, walk } from './engine/walk.ts'
import { startWorlds } from './start-worlds.ts'
import type { World } from './world/start-world.ts'

let worlds: World[]
beforeAll(async () => {
  worlds = await startWorlds(WORLDS)
}, HANGS_AFTER_MS)

const kept: KeptWalk[] = JSON.parse(await readFile(new URL('./kept-walks.json', import.meta.url), 'utf8'))

describe('the whole platform beside its model', () => {
  test(
    `the product does what the model predicts, whatever order of ${STEPS} steps is taken (first half of ${WALKS} walks)`,
    async () => {
      const { failure, steps } = await runWalks(worlds, SEED, WALKS / 2, STEPS)
      expect(failure ?? 'none', failure).toBe('none')
      expect(steps).toBe((WALKS / 2) * STEPS)
    },
    HANGS_AFTER_MS,
  )

  test(
    'the same seed gives the same walk',
    async () => {
      const [first, second] = [await walk(worlds[0] as World, 7, STEPS), await walk(worlds[1] as World, 7, STEPS)]
      expect(second.transcript).toEqual(first.transcript)
    },
    HANGS_AFTER_MS,
  )

  test.each(kept)('a kept walk holds: $why', async ({ at, steps }) => {
    const result = await replay(worlds[0] as World, Date.parse(at), steps)
    expect(result.failure).toBeUndefined()
    expect(result.steps).toEqual(steps)
  })
})
