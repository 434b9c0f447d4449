import {
  SIGN_IN_BLOCK_SECONDS_MAX,
  SIGN_IN_BLOCK_SECONDS_MIN,
  SIGN_IN_FAILURE_WINDOW_SECONDS,
  SIGN_IN_FAILURES_MAX,
} from './limits.ts'

/**
 * Wrong passwords for one account: ten within fifteen minutes close sign-in for a minute; each further failure closes
 * it for twice as long, up to fifteen minutes, so that guessing is hopeless and the owner is never out for long.
 * Fifteen quiet minutes forget everything.
 */
export interface SignInFailures {
  failures: number
  lastFailureAt: Date
  blockedUntil: Date | null
}

export function afterFailure(previous: SignInFailures | undefined, now: Date): SignInFailures {
  const failures = previous && !isQuiet(previous, now) ? previous.failures + 1 : 1
  const over = failures - SIGN_IN_FAILURES_MAX
  const blockedUntil = over < 0 ? null : new Date(now.getTime() + blockSeconds(over) * 1000)
  return { failures, lastFailureAt: now, blockedUntil }
}

/** Seconds until sign-in opens again; 0 when it is open. */
export function blockedForSeconds(state: SignInFailures | undefined, now: Date): number {
  if (!state?.blockedUntil) return 0
  return Math.max(0, Math.ceil((state.blockedUntil.getTime() - now.getTime()) / 1000))
}

const blockSeconds = (over: number) =>
  Math.min(SIGN_IN_BLOCK_SECONDS_MAX, SIGN_IN_BLOCK_SECONDS_MIN * 2 ** Math.min(over, 10))

function isQuiet(state: SignInFailures, now: Date) {
  const quietFrom = state.blockedUntil ?? state.lastFailureAt
  return now.getTime() - quietFrom.getTime() >= SIGN_IN_FAILURE_WINDOW_SECONDS * 1000
}
