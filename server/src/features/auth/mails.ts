import { OTP_TTL_SECONDS } from '../../domain/limits.ts'
import { mailLayout } from '../../platform/mail.ts'
import type { CodePurpose } from './codes/codes.cross-vendor.sql.ts'

const MINUTES = OTP_TTL_SECONDS / 60

export const codeMail = (purpose: CodePurpose, code: string) =>
  purpose === 'REGISTER'
    ? mailLayout({
        subject: 'Your Harkara verification code',
        paragraphs: [`Enter this code to verify your email address. It is valid for ${MINUTES} minutes.`],
        highlight: code,
        footer: 'If you did not sign up for Harkara, you can ignore this email. Nobody can continue without the code.',
      })
    : mailLayout({
        subject: 'Reset your Harkara password',
        paragraphs: [`Enter this code to set a new password. It is valid for ${MINUTES} minutes.`],
        highlight: code,
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

export const passwordChangedMail = (supportEmail: string) =>
  mailLayout({
    subject: 'Your Harkara password was changed',
    paragraphs: ['The password of your account has just been changed, and all devices have been signed out.'],
    footer: `If this was not you, contact ${supportEmail} immediately.`,
  })
