import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

export interface Running {
  stop(): Promise<void>
}

export interface Repeating extends Running {
  /** Ends the current pause, or skips the next one. */
  wake(): void
}

/** Wake-ups within this time are served by one step. */
const AWAKE_AFTER_MS = 5

/**
 * Runs `step` repeatedly until stopped. It returns the pause in milliseconds before the next run; a step that throws is
 * logged as `<name>_failed` and retried after `afterErrorMs`. Stopping waits for the step in progress.
 */
export function repeat(
  log: Log,
  name: string,
  step: (signal: AbortSignal) => Promise<number>,
  afterErrorMs = 1_000,
): Repeating {
  const stopping = new AbortController()
  let waking = new AbortController()
  const pause = async (ms: number) => {
    const signal = AbortSignal.any([stopping.signal, waking.signal])
    await sleep(ms, undefined, { signal }).catch(() => {}) // woken up
    if (waking.signal.aborted) await sleep(Math.min(ms, AWAKE_AFTER_MS))
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      const pauseMs = await step(stopping.signal).catch((err: unknown) => {
        log.warn({ event: `${name}_failed`, err })
        return afterErrorMs
      })
      await pause(pauseMs)
    }
  })()
  return {
    wake: () => waking.abort(),
    async stop() {
      stopping.abort()
      await running
    },
  }
}
