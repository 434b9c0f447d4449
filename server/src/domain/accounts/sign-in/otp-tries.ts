import { HOUR_MS } from '../../durations.ts'
import {
  OTP_TRIES_BY_STRANGERS_MAX,
  OTP_TRIES_MAX,
  WRONG_CODES_BY_STRANGERS_HOUR_MAX,
  WRONG_CODES_PER_SOURCE_HOUR_MAX,
} from '../../limits.ts'

/**
 * Wrong guesses at the codes of one address and purpose. Guesses of one source must not use up those of another, and
 * guessing from many sources must stay hopeless: unknown sources share two limits, one per code and one per hour; known
 * sources have only their own.
 */
export interface WrongGuess {
  codeId: string
  source: string
  isKnown: boolean
  at: Date
}

export interface GuessSource {
  source: string
  isKnown: boolean
}

/** Whether one more guess of this source at this code is checked. */
export function mayGuess(wrong: readonly WrongGuess[], codeId: string, { source, isKnown }: GuessSource): boolean {
  const atThis = wrong.filter((guess) => guess.codeId === codeId)
  if (atThis.filter((guess) => guess.source === source).length >= OTP_TRIES_MAX) return false
  return isKnown || byStrangers(atThis).length < OTP_TRIES_BY_STRANGERS_MAX
}

/** Seconds until the source may guess at any code of the address; 0 when it may now. */
export function guessPauseSeconds(wrong: readonly WrongGuess[], { source, isKnown }: GuessSource, now: Date): number {
  const own = wrong.filter((guess) => guess.source === source)
  return Math.max(
    pauseSeconds(own, WRONG_CODES_PER_SOURCE_HOUR_MAX, now),
    isKnown ? 0 : pauseSeconds(byStrangers(wrong), WRONG_CODES_BY_STRANGERS_HOUR_MAX, now),
  )
}

const byStrangers = (wrong: readonly WrongGuess[]) => wrong.filter((guess) => !guess.isKnown)

/** Until fewer than `limit` of them are within the last hour. */
function pauseSeconds(guesses: readonly WrongGuess[], limit: number, now: Date) {
  const ends = guesses.map(({ at }) => at.getTime() + HOUR_MS).sort((a, b) => b - a)
  const decisive = ends[limit - 1] ?? 0
  return Math.max(0, Math.ceil((decisive - now.getTime()) / 1000))
}
