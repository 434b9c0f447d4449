import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, Failure } from '../failure.ts'

/** A failure that may pass by itself. */
export class Obstacle extends Failure {
  override name = 'Obstacle'
  /** What the server asked us to wait, if it did. */
  readonly retryAfterMs: number
  readonly patienceMs: number
  constructor(sentence: string, patienceMs: number, retryAfterMs = 0, data?: Readonly<Record<string, unknown>>) {
    super(EXIT.noAccess, sentence, data)
    this.patienceMs = patienceMs
    this.retryAfterMs = retryAfterMs
  }
}

const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 8_000

/** Doubling, shortened by up to a half by chance so that many clients do not return together; never less than asked. */
export function pauseMs(attempt: number, retryAfterMs: number, chance: number): number {
  const full = Math.min(FIRST_PAUSE_MS * 2 ** attempt, PAUSE_MS_MAX)
  return Math.max(Math.round(full * (1 - chance / 2)), retryAfterMs)
}

interface Waiting {
  onWait: (obstacle: Obstacle, pauseMs: number) => void
  pause?: (ms: number) => Promise<unknown>
}

/** Tries again for as long as the obstacle is worth waiting for; its sentence is thrown when patience ends. */
export async function retrying<T>(work: () => Promise<T>, { onWait, pause = sleep }: Waiting): Promise<T> {
  let waitedMs = 0
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Obstacle)) throw error
      const nextMs = pauseMs(attempt, error.retryAfterMs, Math.random())
      waitedMs += nextMs
      if (waitedMs > error.patienceMs) throw error
      onWait(error, nextMs)
      await pause(nextMs)
    }
  }
}
