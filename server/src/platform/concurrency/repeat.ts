import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'

export interface Running {
  stop(): Promise<void>
}

export interface Repeating extends Running {
  /** There is something to do: ends the pause, or leaves out the next one. */
  wake(): void
}

/** Several who wake it at nearly the same time are served together. */
const AWAKE_AFTER_MS = 5

/**
 * Does `step` again and again until stopped. What it returns is the pause in milliseconds before the next time; a step
 * that throws is logged and tried again after `afterErrorMs`. Stopping waits for the step under way.
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
        log.warn({ event: `${name}.failed`, err })
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
