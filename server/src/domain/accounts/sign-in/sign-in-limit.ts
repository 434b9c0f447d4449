import {
  SIGN_IN_ATTACK_FAILURES_MIN,
  SIGN_IN_ATTACK_QUIET_SECONDS,
  SIGN_IN_BLOCK_SECONDS_MAX,
  SIGN_IN_BLOCK_SECONDS_MIN,
  SIGN_IN_FAILURE_WINDOW_SECONDS,
  SIGN_IN_FAILURES_MAX,
} from '../../limits.ts'

/**
 * Wrong passwords for one account from one source (a network, or a device that signed in before): ten within fifteen
 * minutes block that source for a minute; each further failure doubles the block, up to fifteen minutes. Fifteen quiet
 * minutes clear everything.
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

/** Seconds until the source may try again; 0 when it may now. */
export function blockedForSeconds(state: SignInFailures | undefined, now: Date): number {
  if (!state?.blockedUntil) return 0
  return Math.max(0, Math.ceil((state.blockedUntil.getTime() - now.getTime()) / 1000))
}

const blockSeconds = (over: number) => Math.min(SIGN_IN_BLOCK_SECONDS_MAX, SIGN_IN_BLOCK_SECONDS_MIN * 2 ** over)

function isQuiet(state: SignInFailures, now: Date) {
  const quietFrom = state.blockedUntil ?? state.lastFailureAt
  return now.getTime() - quietFrom.getTime() >= SIGN_IN_FAILURE_WINDOW_SECONDS * 1000
}

/** Wrong passwords for one account over all sources. */
export interface AccountFailures {
  failures: number
  lastFailureAt: Date
}

export function afterAccountFailure(previous: AccountFailures | undefined, now: Date): AccountFailures {
  return { failures: currentFailures(previous, now) + 1, lastFailureAt: now }
}

/**
 * Whether sources other than this one are guessing. A user who often mistypes their own password is not under attack.
 * Cleared failures of this source count as those of others, so that waiting does not help an attacker.
 */
export function isUnderAttack(account: AccountFailures | undefined, own: SignInFailures | undefined, now: Date) {
  const ownFailures = own && !isQuiet(own, now) ? own.failures : 0
  return currentFailures(account, now) - ownFailures >= SIGN_IN_ATTACK_FAILURES_MIN
}

function currentFailures(account: AccountFailures | undefined, now: Date) {
  if (!account) return 0
  const isOver = now.getTime() - account.lastFailureAt.getTime() >= SIGN_IN_ATTACK_QUIET_SECONDS * 1000
  return isOver ? 0 : account.failures
}
