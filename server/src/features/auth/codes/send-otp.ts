import { OTP_TTL_SECONDS } from '../../../domain/limits.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { hashEmail } from '../accounts/email-identity.ts'
import type { Client } from '../sessions/client.ts'
import { sourceOf } from '../sign-in/sources.ts'
import type { CodePurpose } from './codes.cross-vendor.sql.ts'
import { assertMayRequestCode, issueCode } from './codes.ts'

type SendOtpDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'rateLimiter' | 'config'>

export async function sendOtp(deps: SendOtpDeps, email: string, client: Client) {
  await sendCode(deps, email, 'REGISTER', client)
  return {
    message: 'If this address is awaiting verification, we have sent a code to it.',
    expiresInSeconds: OTP_TTL_SECONDS,
  }
}

export async function forgotPassword(deps: SendOtpDeps, email: string, client: Client) {
  await sendCode(deps, email, 'RESET_PASSWORD', client)
  return { message: 'If this address has an account, we have sent a password reset code to it.' }
}

async function sendCode(deps: SendOtpDeps, email: string, purpose: CodePurpose, client: Client) {
  const emailHash = hashEmail(deps, email)
  const source = await sourceOf(deps.db, emailHash, client, deps.clock.now())
  const { mailsAgain } = await assertMayRequestCode(deps, emailHash, source)
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => issueCode(tx, deps, { email, emailHash, purpose, source, mailsAgain }, now))
}
