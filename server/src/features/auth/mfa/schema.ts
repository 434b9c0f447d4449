import { z } from 'zod'
import { OTP_DIGITS, PASSWORD_CHARS_MAX } from '../../../domain/limits.ts'
import { singleLine } from '../../vendors/schema.ts'

const Password = z
  .string()
  .min(1)
  .max(PASSWORD_CHARS_MAX * 4)
const AppCode = z
  .string()
  .regex(new RegExp(`^\\d{${OTP_DIGITS}}$`), `must be ${OTP_DIGITS} digits`)
  .meta({ example: '314159', description: 'The code that the authenticator app shows' })
export const RecoveryCode = z
  .string()
  .min(1)
  .max(64)
  .meta({ example: '7gk2-m4xn-0q8r-sd5t', description: 'One of the recovery codes; each works once' })

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url')
const Attachment = z.enum(['platform', 'cross-platform']).nullish()
const credential = {
  id: base64url(2_000),
  rawId: base64url(2_000),
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment,
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** What `navigator.credentials.get()` returns, as JSON. */
export const PasskeyAssertion = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: base64url(8_000),
      authenticatorData: base64url(8_000),
      signature: base64url(8_000),
      userHandle: base64url(200).nullish(),
      attestationObject: base64url(100).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion', description: 'The result of `navigator.credentials.get()` as JSON' })
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** What `navigator.credentials.create()` returns, as JSON. */
const PasskeyAttestation = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: base64url(8_000),
      attestationObject: base64url(100_000),
      authenticatorData: base64url(8_000).nullish(),
      transports: z.array(z.string().max(30)).max(10).nullish(),
      publicKeyAlgorithm: z.int().nullish(),
      publicKey: base64url(8_000).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAttestation', description: 'The result of `navigator.credentials.create()` as JSON' })
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>

export const ConfirmPasswordBody = z.strictObject({ password: Password })

export const TotpView = z
  .object({
    secret: z
      .string()
      .meta({ description: 'In base32, to be typed into the app', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
    otpauthUrl: z.string().meta({
      description: 'To be shown as a QR code',
      example:
        'otpauth://totp/Harkara:asha%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Harkara&algorithm=SHA1&digits=6&period=30',
    }),
  })
  .meta({ id: 'TotpSetup' })
export const ConfirmTotpBody = z.strictObject({ code: AppCode })

export const RecoveryCodesView = z
  .object({
    recoveryCodes: z.array(z.string()).meta({
      description: 'Ten codes, shown only now. Each replaces the second factor once.',
      example: ['7gk2-m4xn-0q8r-sd5t'],
    }),
  })
  .meta({ id: 'RecoveryCodes' })

export const RemoveTotpBody = z
  .strictObject({ password: Password, code: AppCode.optional(), recoveryCode: RecoveryCode.optional() })
  .refine(({ code, recoveryCode }) => (code === undefined) !== (recoveryCode === undefined), {
    path: ['code'],
    error: 'is required, or a recoveryCode instead',
  })
export type RemoveTotpBody = z.output<typeof RemoveTotpBody>

export const MfaView = z
  .object({
    totp: z.boolean().meta({ description: 'Whether an authenticator app completes your sign-ins' }),
    passkeys: z.int(),
    recoveryCodesLeft: z.int(),
    required: z
      .boolean()
      .meta({ description: 'Whether your company, or the platform for operators, requires two-factor' }),
  })
  .meta({ id: 'Mfa' })

export const PasskeyOptionsView = z.record(z.string(), z.unknown()).meta({
  id: 'PasskeyOptions',
  description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`',
})

export const PasskeyBody = z.strictObject({
  passkey: PasskeyAttestation,
  name: singleLine(80).optional().meta({ example: 'Work laptop', description: 'The browser and system if left out' }),
})
export type PasskeyBody = z.output<typeof PasskeyBody>
export const PasskeySignInBody = z.strictObject({ passkey: PasskeyAssertion })

const passkey = {
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().meta({ description: 'Null if never' }),
}
export const PasskeyView = z.object(passkey).meta({ id: 'Passkey' })
export type PasskeyView = z.output<typeof PasskeyView>
export const NewPasskeyView = z
  .object({
    ...passkey,
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Ten codes if this is your first second factor, shown only now; otherwise null' }),
  })
  .meta({ id: 'NewPasskey' })
