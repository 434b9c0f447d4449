import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

export interface Running {
  stop(): Promise<void>
}

/**
 * Does `step` again and again until stopped. What it returns is the pause in milliseconds before the next time; a step
 * that throws is logged and tried again after `afterErrorMs`. Stopping waits for the step under way.
 */
export function repeat(
  log: Log,
  name: string,
  step: (signal: AbortSignal) => Promise<number>,
  afterErrorMs = 1_000,
): Running {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = await step(stopping.signal).catch((err: unknown) => {
        log.warn({ event: `${name}.failed`, err })
        return afterErrorMs
      })
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {}) // woken up to stop
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
