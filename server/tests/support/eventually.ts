import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 10

/**
 * Runs `check` until it no longer throws and hands back what it returned; after `withinMs` its last error is thrown.
 * For waiting on what other processes do: the wait ends with the condition, never after a guessed time.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs: number): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await sleep(POLL_MS)
  }
}
