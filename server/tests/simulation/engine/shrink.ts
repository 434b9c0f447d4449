import type { Step } from './draw.ts'
import type { WalkResult } from './walk.ts'

/** A long walk is not shrunk to the end: the seed repeats it, and an hour of shrinking helps nobody. */
const STEPS_REPLAYED_MAX = 10_000

/**
 * The shortest walk that still fails in the same way: leaves out ever smaller parts and keeps what still fails. A replay
 * costs as little as the walk itself, because every walk begins in a new world.
 */
export async function shrink(
  failed: WalkResult,
  replay: (steps: readonly Step[]) => Promise<WalkResult>,
): Promise<WalkResult> {
  let best = failed
  let replayed = 0
  const attempt = async (steps: Step[]) => {
    if (replayed > STEPS_REPLAYED_MAX) return false
    replayed += steps.length
    const result = await replay(steps)
    const isSame = result.failure?.kind === failed.failure?.kind
    if (isSame && result.steps.length < best.steps.length) best = result
    return isSame
  }
  await attempt(best.steps.slice(0, (best.failure?.step ?? best.steps.length) + 1))
  let size = Math.ceil(best.steps.length / 2)
  while (size >= 1) {
    const before = best.steps.length
    for (let at = best.steps.length - size; at >= 0; at -= size) {
      const steps = [...best.steps.slice(0, at), ...best.steps.slice(at + size)]
      if (steps.length > 0) await attempt(steps)
    }
    if (best.steps.length === before) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return best
}
