import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, Failure } from '../failure.ts'

/** A temporary failure, which may be retried. */
export class TemporaryFailure extends Failure {
  override name = 'TemporaryFailure'
  /** The Retry-After of the server, if any. */
  readonly retryAfterMs: number
  readonly retryForMs: number
  constructor(sentence: string, retryForMs: number, retryAfterMs = 0, data?: Readonly<Record<string, unknown>>) {
    super(EXIT.noAccess, sentence, data)
    this.retryForMs = retryForMs
    this.retryAfterMs = retryAfterMs
  }
}

const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 8_000

/** Exponential backoff with up to 50% jitter, but never less than Retry-After. */
export function pauseMs(attempt: number, retryAfterMs: number, chance: number): number {
  const full = Math.min(FIRST_PAUSE_MS * 2 ** attempt, PAUSE_MS_MAX)
  return Math.max(Math.round(full * (1 - chance / 2)), retryAfterMs)
}

interface Waiting {
  onWait: (failure: TemporaryFailure, pauseMs: number) => void
  pause?: (ms: number) => Promise<unknown>
}

/** Retries temporary failures until their time limit, then throws the last one. */
export async function withRetries<T>(work: () => Promise<T>, { onWait, pause = sleep }: Waiting): Promise<T> {
  let waitedMs = 0
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TemporaryFailure)) throw error
      const nextMs = pauseMs(attempt, error.retryAfterMs, Math.random())
      waitedMs += nextMs
      if (waitedMs > error.retryForMs) throw error
      onWait(error, nextMs)
      await pause(nextMs)
    }
  }
}
