import { z } from 'zod'
import { isContextPassword } from '../../domain/accounts/context-words.ts'
import { OPERATOR_ROLES } from '../../domain/accounts/operator-role.ts'
import { EMAIL_CHARS_MAX, OTP_DIGITS, PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from '../../domain/limits.ts'
import { isCommonPassword } from '../../platform/crypto/passwords.ts'
import { CompanyName } from '../vendors/schema.ts'
import { PasskeyAssertion, PasskeyOptionsView, RecoveryCode } from './mfa/schema.ts'

export const Email = z
  .string()
  .trim()
  .max(EMAIL_CHARS_MAX)
  .pipe(z.email({ error: 'must be an email address' }))
  .meta({ example: 'asha@example.com' })

const characters = (text: string) => [...text].length

/** Names that the schema does not know are checked by the use cases; see accounts/own-words.ts. */
export const CONTEXT_PASSWORD =
  'This password is easy to guess from a name: yours, your company’s or ours. Choose another one.'

/** A password the user chooses. Length makes it strong, so there are no rules about digits and symbols. */
export const NewPassword = z
  .string()
  .max(PASSWORD_CHARS_MAX * 4)
  .refine((password) => characters(password) >= PASSWORD_CHARS_MIN && characters(password) <= PASSWORD_CHARS_MAX, {
    error: `must have ${PASSWORD_CHARS_MIN} to ${PASSWORD_CHARS_MAX} characters`,
    abort: true,
  })
  .refine((password) => !isCommonPassword(password) && !isPattern(password), {
    error: 'This password is too common. Choose another one.',
    abort: true,
  })
  .refine((password) => !isContextPassword(password), { error: CONTEXT_PASSWORD, abort: true })
  .meta({ example: 'seven quiet rivers', description: 'At least 8 characters; 15 or more are recommended.' })

/** Matches patterns that lists of common passwords leave out: aaaaaaaa, 12341234, abcdefgh, 0987654321. */
function isPattern(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, i) => code - (codes[i] ?? 0))
  const isRun = (step: 1 | -1) => steps.every((by) => by === step || by === -9 * step) // 9 is followed by 0
  return /^(.{1,4})\1+$/u.test(password) || isRun(1) || isRun(-1)
}

/** A password the user enters. One that is too long cannot be right and is not hashed. */
const GivenPassword = z
  .string()
  .min(1)
  .max(PASSWORD_CHARS_MAX * 4)
const Otp = z
  .string()
  .regex(new RegExp(`^\\d{${OTP_DIGITS}}$`), `must be ${OTP_DIGITS} digits`)
  .meta({ example: '314159' })

const MailedCode = z
  .string()
  .regex(new RegExp(`^(\\d{${OTP_DIGITS}}|hl_[\\w-]{101})$`), `must be ${OTP_DIGITS} digits`)
  .meta({ description: 'The digits of the mail, or the part of its link after `#`', example: '314159' })

export const RegisterBody = z
  .strictObject({ email: Email, password: NewPassword, companyName: CompanyName.optional() })
  .refine(({ email, password, companyName = '' }) => !isContextPassword(password, [email, companyName]), {
    path: ['password'],
    error: CONTEXT_PASSWORD,
  })
export type RegisterBody = z.output<typeof RegisterBody>
export const RegisterView = z.object({
  userId: z.string(),
  email: z.string(),
  status: z.literal('PENDING_VERIFICATION'),
})

export const EmailBody = z.strictObject({ email: Email })
export const SendOtpView = z.object({ message: z.string(), expiresInSeconds: z.int() })
export const MessageView = z.object({ message: z.string() })

export const VerifyOtpBody = z.strictObject({ email: Email, otp: MailedCode, password: GivenPassword.optional() })
export type VerifyOtpBody = z.output<typeof VerifyOtpBody>
export const LoginBody = z.strictObject({ email: Email, password: GivenPassword })
export type LoginBody = z.output<typeof LoginBody>
export const ChallengeBody = z
  .strictObject({
    challengeToken: z.string().max(200),
    code: Otp.optional().meta({ description: 'The emailed code, or the one that the authenticator app shows' }),
    recoveryCode: RecoveryCode.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine((body) => [body.code, body.recoveryCode, body.passkey].filter((one) => one !== undefined).length === 1, {
    path: ['code'],
    error: 'is required, or a recoveryCode or passkey instead',
  })
  .meta({ description: 'Exactly one of `code`, `recoveryCode` and `passkey`' })
export type ChallengeBody = z.output<typeof ChallengeBody>
export const ResetPasswordBody = z
  .strictObject({ email: Email, otp: MailedCode, newPassword: NewPassword })
  .refine(({ email, newPassword }) => !isContextPassword(newPassword, [email]), {
    path: ['newPassword'],
    error: CONTEXT_PASSWORD,
  })
export type ResetPasswordBody = z.output<typeof ResetPasswordBody>

export const ChangePasswordBody = z.strictObject({ currentPassword: GivenPassword, newPassword: NewPassword })
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>

/** A device that is signed in. */
export const OpenSessionView = z
  .object({
    id: z.string(),
    device: z.string().nullable().meta({
      description: 'The browser and operating system of the session; null for scripts and if unknown',
      example: 'Firefox on Windows',
    }),
    createdAt: z.string().meta({ description: 'When the session was started' }),
    lastUsedAt: z.string().meta({ description: 'Accurate to 15 minutes' }),
    expiresAt: z.string().meta({ description: 'When the session expires unless it is used' }),
    isCurrent: z.boolean().meta({ description: 'Whether this is the session of the request' }),
  })
  .meta({ id: 'OpenSession' })
export type OpenSessionView = z.output<typeof OpenSessionView>

/** The portal sends the token as a cookie and no body. */
export const RefreshBody = z.strictObject({ refreshToken: z.string().max(200).optional() }).nullish()

export const SessionView = z
  .object({
    accessToken: z.string(),
    refreshToken: z.string().optional().meta({ description: 'Left out for the portal, which gets a cookie instead' }),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().meta({ description: 'Seconds until the access token expires' }),
    user: z.object({
      id: z.string(),
      email: z.string(),
      role: z.enum(['ADMIN', 'MEMBER']),
      operatorRole: z
        .enum(OPERATOR_ROLES)
        .nullable()
        .meta({ description: 'Role of a platform operator, otherwise null' }),
      status: z.literal('ACTIVE'),
      mfaSetupRequired: z
        .boolean()
        .meta({ description: 'Whether a second factor has to be set up before anything else (`MFA_REQUIRED`)' }),
    }),
    vendor: z
      .object({
        id: z.string(),
        companyName: z.string(),
        country: z.string(),
        currency: z.string(),
        timezone: z.string(),
        status: z.string(),
        messagingEnabled: z.boolean(),
      })
      .nullable()
      .meta({ description: 'Null for platform operators' }),
  })
  .meta({ id: 'Session' })

/** The password alone is not sufficient: a mailed code or a second factor completes the sign-in. */
export const ChallengeView = z
  .union([
    z.object({
      challenge: z.literal('EMAIL_CODE'),
      challengeToken: z.string().meta({ description: 'For `POST /auth/challenge`, together with the emailed code' }),
    }),
    z.object({
      challenge: z.enum(['TOTP', 'PASSKEY']).meta({ description: 'The preferred method' }),
      challengeToken: z.string().meta({ description: 'For `POST /auth/challenge`, valid for five minutes' }),
      methods: z.array(z.enum(['PASSKEY', 'TOTP', 'RECOVERY_CODE'])),
      passkeyOptions: PasskeyOptionsView.optional().meta({ description: 'If the account has passkeys' }),
    }),
  ])
  .meta({ id: 'SignInChallenge' })
export type ChallengeView = z.output<typeof ChallengeView>

export const LoginView = z.union([SessionView, ChallengeView])
