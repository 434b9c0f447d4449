import { OTP_TTL_SECONDS } from '../../domain/limits.ts'
import { mailLayout } from '../../platform/mail.ts'
import type { CodePurpose } from './codes/codes.sql.ts'

const MINUTES = OTP_TTL_SECONDS / 60

export const codeMail = (purpose: CodePurpose, code: string) =>
  purpose === 'REGISTER'
    ? mailLayout({
        subject: 'Your Harkara verification code',
        paragraphs: [`Enter this code to verify your email address. It is valid for ${MINUTES} minutes.`],
        highlight: code,
        footer: 'If you did not register at Harkara, you need do nothing: without the code nobody can go on.',
      })
    : mailLayout({
        subject: 'Set a new Harkara password',
        paragraphs: [`Enter this code to set a new password. It is valid for ${MINUTES} minutes.`],
        highlight: code,
        footer: 'If you did not ask for this, you need do nothing: your password stays as it is.',
      })

export const challengeMail = (code: string, supportEmail: string) =>
  mailLayout({
    subject: 'Your Harkara sign-in code',
    paragraphs: [
      `Enter this code to finish signing in on a new device. It is valid for ${MINUTES} minutes.`,
      'We ask for it because somebody has entered many wrong passwords for your account. Your password was entered correctly this time.',
    ],
    highlight: code,
    footer: `If you are not signing in right now, somebody else knows your password: set a new one with "Forgot password" on the sign-in page. Questions: ${supportEmail}`,
  })

export const alreadyRegisteredMail = (supportEmail: string) =>
  mailLayout({
    subject: 'You already have a Harkara account',
    paragraphs: [
      'Somebody, perhaps you, tried to register at Harkara with this email address. It already has an account.',
      'To sign in, use your password; if it is lost, choose "Forgot password" on the sign-in page.',
    ],
    footer: `If it was not you, you need do nothing. Questions: ${supportEmail}`,
  })

export const passwordChangedMail = (supportEmail: string) =>
  mailLayout({
    subject: 'Your Harkara password was changed',
    paragraphs: ['The password of your account was changed just now, and every device was signed out.'],
    footer: `If it was not you, write to ${supportEmail} at once.`,
  })
