import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS_MIN = 10
const PAUSE_MS_MAX = 100
/** Looking is work too, often by the process that is waited for: what takes long is looked at less often. */
const PAUSE_PART = 0.15

/** With more to run than the machine has cores everything takes longer, in proportion and a little more. */
const PATIENCE_MIN = 2
const PATIENCE_MAX = 8
const patience = () =>
  Math.min(PATIENCE_MAX, Math.max(PATIENCE_MIN, (1.5 * (loadavg()[0] ?? 0)) / availableParallelism()))

/** What cannot come right by waiting: thrown by a check, it ends the wait at once. */
export class Hopeless extends Error {}

/**
 * Runs `check` until it no longer throws and returns its result; after `withinMs` its last error is thrown. The limit is
 * for an idle machine and grows with the load. For waiting on what other processes do: the wait ends with the condition,
 * never after a guessed time.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs: number): Promise<T> {
  const began = performance.now()
  for (;;) {
    let waitedMs: number
    try {
      return await check()
    } catch (error) {
      waitedMs = performance.now() - began
      if (error instanceof Hopeless || waitedMs > withinMs * patience()) throw error
    }
    await sleep(Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, waitedMs * PAUSE_PART)))
  }
}
