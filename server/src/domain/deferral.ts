const MINUTES = [1, 5, 15, 60, 240] as const

/** The delay of a job that was deferred `n` times before: long enough to repair what it depends on. */
export const deferralMinutes = (n: number) => MINUTES[Math.min(n, MINUTES.length - 1)] ?? 1

/** A mail is tried for about five hours in total. */
export const MAIL_DEFERRALS = MINUTES.length
