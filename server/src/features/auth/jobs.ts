import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

/**
 * Sends a one-time code, if the address is entitled to one. A code may be mailed several times, each with its own
 * `mailId`.
 */
export const mailCode = defineJob('auth.mail-code', z.object({ codeId: z.uuid(), mailId: z.uuid().optional() }))

/** Sends the code that completes a sign-in, if the password was right. */
export const mailChallengeCode = defineJob('auth.mail-challenge-code', z.object({ challengeId: z.uuid() }))

/** Notifies the owner of an account that its address was used for a registration. */
export const mailAlreadyRegistered = defineJob('auth.mail-already-registered', z.object({ attemptId: z.uuid() }), {
  deferrals: MAIL_DEFERRALS,
})

const FACTOR_CHANGES = [
  'TOTP_ENABLED',
  'TOTP_REMOVED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'RECOVERY_CODES_REPLACED',
  'RECOVERY_CODE_USED',
  'RESET',
] as const
export type FactorChange = (typeof FACTOR_CHANGES)[number]

/** Notifies the owner that somebody changed how the account is signed in to. */
export const mailFactorChanged = defineJob(
  'auth.mail-factor-changed',
  z.object({ accountId: z.uuid(), change: z.enum(FACTOR_CHANGES), changeId: z.uuid() }),
  { deferrals: MAIL_DEFERRALS },
)

export const mailPasswordChanged = defineJob(
  'auth.mail-password-changed',
  z.object({ accountId: z.uuid(), changeId: z.uuid() }),
  { deferrals: MAIL_DEFERRALS },
)
