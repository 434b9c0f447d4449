import { OTP_TTL_SECONDS } from '../../domain/limits.ts'
import { mailLayout } from '../../platform/mail.ts'
import type { CodePurpose } from './codes/codes.cross-vendor.sql.ts'
import type { FactorChange } from './jobs.ts'

const MINUTES = OTP_TTL_SECONDS / 60

export const codeMail = (purpose: CodePurpose, code: string, url: string) =>
  purpose === 'REGISTER'
    ? mailLayout({
        subject: 'Your Harkara verification code',
        paragraphs: [
          `Enter this code to verify your email address, or use the link. Both are valid for ${MINUTES} minutes.`,
        ],
        highlight: code,
        button: { label: 'Verify email', url },
        footer:
          'If you did not sign up for Harkara, you can ignore this email. The account cannot be created without this code.',
      })
    : mailLayout({
        subject: 'Reset your Harkara password',
        paragraphs: [`Enter this code to set a new password, or use the link. Both are valid for ${MINUTES} minutes.`],
        highlight: code,
        button: { label: 'Set a new password', url },
        footer: 'If you did not request this, you can ignore this email. Your password stays the same.',
      })

export const challengeMail = (code: string, supportEmail: string) =>
  mailLayout({
    subject: 'Your Harkara sign-in code',
    paragraphs: [
      `Enter this code to finish signing in on a new device. It is valid for ${MINUTES} minutes.`,
      'We ask for a code because many wrong passwords were entered for your account. The correct password was entered this time.',
    ],
    highlight: code,
    footer: `If you are not signing in right now, someone else knows your password: reset it with "Forgot password" on the sign-in page. Questions? Write to ${supportEmail}.`,
  })

export const alreadyRegisteredMail = (supportEmail: string) =>
  mailLayout({
    subject: 'You already have a Harkara account',
    paragraphs: [
      'Someone, perhaps you, tried to sign up for Harkara with this email address. It already has an account.',
      'Sign in with your password. If you no longer know it, choose "Forgot password" on the sign-in page.',
    ],
    footer: `If this was not you, you can ignore this email. Questions? Write to ${supportEmail}.`,
  })

export const passwordChangedMail = (activeKeys: number, supportEmail: string) =>
  mailLayout({
    subject: 'Your Harkara password was changed',
    paragraphs: [
      'The password of your account has just been changed, and all devices have been signed out.',
      ...(activeKeys > 0
        ? [
            `${activeKeys === 1 ? 'One API key that you created still works.' : `${activeKeys} API keys that you created still work.`} Delete any that you do not recognise, under Settings > API keys.`,
          ]
        : []),
    ],
    footer: `If this was not you, contact ${supportEmail} immediately.`,
  })

const FACTOR_CHANGES: Record<FactorChange, { subject: string; text: string }> = {
  TOTP_ENABLED: {
    subject: 'Two-factor authentication was turned on',
    text: 'An authenticator app has been set up for your Harkara account. From now on, signing in with your password also needs a code from the app. All other devices have been signed out.',
  },
  TOTP_REMOVED: {
    subject: 'Your authenticator app was removed',
    text: 'The authenticator app has been removed from your Harkara account. Signing in no longer needs its codes. All other devices have been signed out.',
  },
  PASSKEY_ADDED: {
    subject: 'A passkey was added to your account',
    text: 'A passkey has been added to your Harkara account. It can be used to sign in. All other devices have been signed out.',
  },
  PASSKEY_REMOVED: {
    subject: 'A passkey was removed from your account',
    text: 'A passkey has been removed from your Harkara account and can no longer be used to sign in. All other devices have been signed out.',
  },
  RECOVERY_CODES_REPLACED: {
    subject: 'Your recovery codes were replaced',
    text: 'New recovery codes have been created for your Harkara account. The previous codes no longer work. All other devices have been signed out.',
  },
  RECOVERY_CODE_USED: {
    subject: 'A recovery code was used to sign in',
    text: 'Someone, probably you, signed in to your Harkara account with your password and a recovery code. That code no longer works.',
  },
  RESET: {
    subject: 'Your two-factor authentication was reset',
    text: 'An administrator has removed the authenticator app, passkeys and recovery codes from your Harkara account, and all devices have been signed out. Sign in with your password and set up a second factor again.',
  },
}

export const factorChangedMail = (change: FactorChange, supportEmail: string) =>
  mailLayout({
    subject: FACTOR_CHANGES[change].subject,
    paragraphs: [FACTOR_CHANGES[change].text],
    footer: `If this was not you, change your password and contact ${supportEmail} immediately.`,
  })
