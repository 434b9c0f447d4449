const MINUTES = [1, 5, 15, 60, 240] as const

/** How long a job waits that was put off `n` times before: long enough for somebody to mend what it needs. */
export const deferralMinutes = (n: number) => MINUTES[Math.min(n, MINUTES.length - 1)] ?? 1

/** A mail is tried for about five hours in all. */
export const MAIL_DEFERRALS = MINUTES.length
