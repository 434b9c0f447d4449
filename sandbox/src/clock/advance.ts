import { z } from 'zod'
import { Problem } from '../http/problem.ts'
import { CLOCK_ADVANCE_SECONDS_MAX, CLOCK_OFFSET_SECONDS_MAX } from '../limits.ts'
import { callProduct } from '../product/call.ts'
import type { World } from '../world.ts'

/** Product time never goes back: what has fallen due stays due, and tokens that expired stay expired. */
const SECONDS = `must be a whole number of seconds from 1 to ${CLOCK_ADVANCE_SECONDS_MAX} (ten years)`
export const AdvanceSeconds = z.number(SECONDS).int(SECONDS).min(1, SECONDS).max(CLOCK_ADVANCE_SECONDS_MAX, SECONDS)
export const OffsetSeconds = z
  .int('must be a whole number of seconds')
  .min(0, 'must not be negative')
  .max(CLOCK_OFFSET_SECONDS_MAX, 'must be at most a century')

/** Resolves once every process of the product uses the new time; only then does the sandbox follow. */
export async function advanceClock(world: World, advanceSeconds: number) {
  if (world.clock.offsetSeconds() + advanceSeconds > CLOCK_OFFSET_SECONDS_MAX) {
    throw new Problem(
      400,
      'VALIDATION_FAILED',
      'The clock is at most a century ahead of real time; start over instead.',
    )
  }
  const answer = await callProduct(world, '/sandbox/clock', { advanceSeconds }, ClockAnswer)
  // Two moves at once may be answered out of order; the larger offset is the later one.
  world.clock.follow(Math.max(world.clock.offsetSeconds(), answer.offsetSeconds))
}

const ClockAnswer = z.object({ offsetSeconds: OffsetSeconds })
