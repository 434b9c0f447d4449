import { PLATFORM } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { deleteCodes } from '../codes/codes.cross-vendor.sql.ts'
import { type CodeGuess, checkCode, codeRefused } from '../codes/codes.ts'
import * as sql from '../cross-vendor.sql.ts'
import { mailPasswordChanged } from '../jobs.ts'
import type { ResetPasswordBody } from '../schema.ts'
import type { Client } from '../sessions/client.ts'
import { clearFailures, deleteKnownSources } from '../sign-in/sources.cross-vendor.sql.ts'
import { sourceOf } from '../sign-in/sources.ts'
import { hashEmail } from './email-identity.ts'
import { assertNotOwnWords, vendorOf } from './own-words.ts'
import { recordPasswordChange } from './record-password-change.ts'

type ResetDeps = Pick<Deps, 'db' | 'clock' | 'blindIndex' | 'keyring' | 'signer' | 'passwords'>

/** A new password ends every session, in all browsers, including those opened with the old one. */
export async function resetPassword(deps: ResetDeps, input: ResetPasswordBody, client: Client) {
  const now = deps.clock.now()
  const emailHash = hashEmail(deps, input.email)
  const passwordHash = await deps.passwords.hash(input.newPassword)
  const source = await sourceOf(deps.db, emailHash, client, now)
  const guess = { emailHash, purpose: 'RESET_PASSWORD', otp: input.otp, source } as const
  const outcome = await inTransaction(deps.db, (tx) => resetWithin(tx, deps, guess, input, passwordHash, client, now))
  if (outcome.kind !== 'changed') throw codeRefused(outcome)
  return { message: 'Your password has been changed. Sign in with the new one.' }
}

/** Refusals are returned, not thrown, because the used try has to be committed. */
async function resetWithin(
  tx: Tx,
  deps: ResetDeps,
  guess: CodeGuess,
  { email, newPassword }: ResetPasswordBody,
  passwordHash: string,
  client: Client,
  now: Date,
) {
  const { emailHash, purpose } = guess
  const check = await checkCode(tx, deps, guess, now)
  if (check.kind !== 'right') return check
  const account = await sql.findAccountByEmail(tx, deps.blindIndex.withLater(emailHash))
  if (!account) return { kind: 'wrong' } as const
  // The transaction is rolled back, so the code still works for another password.
  await assertNotOwnWords(tx, { email, vendorId: await vendorOf(tx, account.id) }, newPassword, 'newPassword')
  await deleteCodes(tx, emailHash, purpose)
  // Locked before the account's row, in the same order as sign-in.
  await clearFailures(tx, emailHash)
  await sql.replacePassword(tx, account.id, passwordHash)
  await sql.revokeSessionsOf(tx, account.id, now)
  // A person who knew the old password may have signed in from any of them.
  await deleteKnownSources(tx, account.id, [])
  const changed = { accountId: account.id, changeId: newId<'change'>() }
  await addToOutbox(tx, PLATFORM, mailPasswordChanged, changed, now)
  await recordPasswordChange(tx, deps, account.id, 'PASSWORD_RESET', client, now)
  return { kind: 'changed' } as const
}
