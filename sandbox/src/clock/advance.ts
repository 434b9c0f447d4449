import { z } from 'zod'
import { Problem } from '../http/problem.ts'
import { CLOCK_ADVANCE_SECONDS_MAX, CLOCK_OFFSET_SECONDS_MAX } from '../limits.ts'
import { callProduct } from '../product/call.ts'
import type { SandboxState } from '../sandbox-state.ts'

/** The clock never goes back: due work stays due, and expired tokens stay expired. */
const SECONDS = `must be a whole number of seconds from 1 to ${CLOCK_ADVANCE_SECONDS_MAX} (ten years)`
export const AdvanceSeconds = z.number(SECONDS).int(SECONDS).min(1, SECONDS).max(CLOCK_ADVANCE_SECONDS_MAX, SECONDS)
export const OffsetSeconds = z
  .int('must be a whole number of seconds')
  .min(0, 'must not be negative')
  .max(CLOCK_OFFSET_SECONDS_MAX, 'must be at most 100 years')

/** Resolves once every process of the product uses the new time. The sandbox follows afterwards. */
export async function advanceClock(state: SandboxState, advanceSeconds: number) {
  if (state.clock.offsetSeconds() + advanceSeconds > CLOCK_OFFSET_SECONDS_MAX) {
    throw new Problem(
      400,
      'VALIDATION_FAILED',
      'The clock can be at most 100 years ahead of real time. Restart the sandbox with an empty data directory instead.',
    )
  }
  const answer = await callProduct(state, '/sandbox/clock', { advanceSeconds }, ClockAnswer)
  // Concurrent advances may be answered out of order; the larger offset is the later one.
  state.clock.follow(Math.max(state.clock.offsetSeconds(), answer.offsetSeconds))
}

const ClockAnswer = z.object({ offsetSeconds: OffsetSeconds })
