import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS_MIN = 5
const PAUSE_MS_MAX = 100
/** Looking is work too, often by the process that is waited for: what takes long is looked at less often. */
const PAUSE_PART = 0.1

/** On a machine that is shared, everything may take several times as long as it should. Waiting costs only who fails. */
const PATIENCE = 4

/**
 * Runs `check` until it no longer throws and hands back what it returned; where it still does long after `withinMs`, its
 * last error is thrown. For waiting on what other processes do: the wait ends with the condition, never after a guessed
 * time.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs: number): Promise<T> {
  const began = performance.now()
  for (;;) {
    let waitedMs: number
    try {
      return await check()
    } catch (error) {
      waitedMs = performance.now() - began
      if (waitedMs > withinMs * PATIENCE) throw error
    }
    await sleep(Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, waitedMs * PAUSE_PART)))
  }
}
