import type { World } from '../world/start-world.ts'
import { startOf } from './draw.ts'
import { PairTable } from './pairs.ts'
import { scriptOf } from './script.ts'
import { shrink } from './shrink.ts'
import { replay, walk } from './walk.ts'

export interface Run {
  walks: number
  steps: number
  pairs: PairTable
  /** The first walk that failed, shrunk and printed. */
  failure: string | undefined
}

/** Walks with the seeds `first`, `first + 1` and so on, spread over the worlds. Stops at the first failure. */
export async function runWalks(
  worlds: readonly World[],
  first: number,
  count: number,
  length: number,
  kills = 0,
): Promise<Run> {
  const run: Run = { walks: 0, steps: 0, pairs: new PairTable(), failure: undefined }
  let next = first
  const lane = async (world: World) => {
    while (next < first + count && run.failure === undefined) {
      const seed = next++
      const result = await walk(world, seed, length, { kills, seen: run.pairs.watch() })
      run.walks++
      run.steps += result.steps.length
      for (const { verb, outcome } of result.answers) run.pairs.answer(verb, outcome)
      if (!result.failure) continue
      const shrunk = await shrink(result, (steps) => replay(world, startOf(seed), steps))
      run.failure ??= scriptOf(seed, shrunk)
    }
  }
  await Promise.all(worlds.map(lane))
  return run
}
