import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS_MIN = 10
const PAUSE_MS_MAX = 100
/**
 * The longer a condition takes, the less often it is checked, because checks often slow down the process that is waited
 * for.
 */
const PAUSE_PART = 0.15

/** With more load than processors everything takes longer, in proportion and a little more. */
const LOAD_FACTOR_MIN = 2
const LOAD_FACTOR_MAX = 8
const loadFactor = () =>
  Math.min(LOAD_FACTOR_MAX, Math.max(LOAD_FACTOR_MIN, (1.5 * (loadavg()[0] ?? 0)) / availableParallelism()))

/** Thrown by a check to end the wait at once, when waiting cannot help. */
export class StopWaiting extends Error {}

/**
 * Runs `check` until it no longer throws, and returns its result. After `withinMs` the last error is thrown. The limit
 * is meant for an idle machine and grows with the load.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs: number): Promise<T> {
  const began = performance.now()
  for (;;) {
    let waitedMs: number
    try {
      return await check()
    } catch (error) {
      waitedMs = performance.now() - began
      if (error instanceof StopWaiting || waitedMs > withinMs * loadFactor()) throw error
    }
    await sleep(Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, waitedMs * PAUSE_PART)))
  }
}
