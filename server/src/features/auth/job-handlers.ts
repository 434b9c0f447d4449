import { DAY_MS } from '../../domain/durations.ts'
import type { AccountId } from '../../domain/ids.ts'
import { REGISTRATION_TTL_HOURS } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { sendMail } from '../../platform/mail.ts'
import { countActiveKeys } from '../api-keys/keys.ts'
import { membershipOf } from '../vendors/members.ts'
import { openEmail } from './accounts/email-identity.ts'
import { findChallenge } from './codes/challenges.cross-vendor.sql.ts'
import { type CodePurpose, findCode } from './codes/codes.cross-vendor.sql.ts'
import { codeDigits } from './codes/codes.ts'
import { linkToken } from './codes/mailed-link.ts'
import * as sql from './cross-vendor.sql.ts'
import type * as jobs from './jobs.ts'
import { alreadyRegisteredMail, challengeMail, codeMail, factorChangedMail, passwordChangedMail } from './mails.ts'

/** A stranger who registers an address repeatedly must not flood its mailbox. */
const NOTICES_PER_DAY_MAX = 3

/** Whether the address may receive the mail is decided here, after the request has been answered. */
export const authJobs: HandlersFor<typeof jobs> = {
  async mailCode(deps, _vendorId, { codeId, mailId }) {
    const code = await findCode(deps.db, codeId)
    const now = deps.clock.now()
    if (!code || code.expiresAt <= now) return // used, replaced or expired
    if (!(await isEntitled(deps, code, now))) return
    await sendMail(deps, {
      messageId: mailId ?? codeId,
      to: await openEmail(deps, deps.db, code.emailCipher),
      ...codeMail(code.purpose, codeDigits(deps.signer, codeId), urlOf(deps, code.purpose, codeId)),
    })
  },

  async mailChallengeCode(deps, _vendorId, { challengeId }) {
    const challenge = await findChallenge(deps.db, challengeId)
    if (!challenge?.accountId || challenge.triesLeft === 0 || challenge.expiresAt <= deps.clock.now()) return
    const code = codeDigits(deps.signer, challengeId)
    await mailAccount(deps, challenge.accountId, challengeId, challengeMail(code, deps.config.SUPPORT_EMAIL))
  },

  async mailAlreadyRegistered(deps, _vendorId, { attemptId }) {
    const attempt = await sql.findAttempt(deps.db, attemptId as AccountId)
    const owner = attempt && (await sql.findAccountByEmail(deps.db, deps.blindIndex.withLater(attempt.emailHash)))
    if (!owner) return
    const permits = await deps.rateLimiter.take(`registered-notice:${owner.id}`, NOTICES_PER_DAY_MAX, DAY_MS)
    if (permits.granted > 0)
      await mailAccount(deps, owner.id, attemptId, alreadyRegisteredMail(deps.config.SUPPORT_EMAIL))
  },

  async mailFactorChanged(deps, _vendorId, { accountId, change, changeId }) {
    await mailAccount(deps, accountId as AccountId, changeId, factorChangedMail(change, deps.config.SUPPORT_EMAIL))
  },

  async mailPasswordChanged(deps, _vendorId, { accountId, changeId }) {
    const id = accountId as AccountId
    const vendorId = (await membershipOf(deps.db, id))?.vendorId
    const activeKeys = vendorId ? await countActiveKeys(deps.db, vendorId, id, deps.clock.now()) : 0
    await mailAccount(deps, id, changeId, passwordChangedMail(activeKeys, deps.config.SUPPORT_EMAIL))
  },
}

/** The token is in the URL fragment, which browsers do not send, so it appears in no server log. */
const urlOf = (deps: Pick<Deps, 'signer' | 'publicUrl'>, purpose: CodePurpose, codeId: string) =>
  `${deps.publicUrl()}/${purpose === 'REGISTER' ? 'verify-email' : 'reset-password'}#${linkToken(deps.signer, codeId)}`

async function isEntitled(deps: Deps, code: { emailHash: Buffer; purpose: CodePurpose }, now: Date) {
  const account = await sql.findAccountByEmail(deps.db, deps.blindIndex.withLater(code.emailHash))
  if (code.purpose === 'RESET_PASSWORD') return account?.status === 'ACTIVE'
  const since = new Date(now.getTime() - REGISTRATION_TTL_HOURS * 3_600_000)
  return !account && (await sql.firstAttempts(deps.db, code.emailHash, since)).length > 0
}

async function mailAccount(deps: Deps, id: AccountId, messageId: string, content: ReturnType<typeof codeMail>) {
  const account = await sql.findAccount(deps.db, id)
  if (account) await sendMail(deps, { messageId, to: await openEmail(deps, deps.db, account.emailCipher), ...content })
}
