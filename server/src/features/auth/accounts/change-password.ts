import { blockedForSeconds } from '../../../domain/accounts/sign-in/sign-in-limit.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Person } from '../../../platform/http/principal.ts'
import { newId } from '../../../platform/ids.ts'
import { addToOutbox } from '../../outbox/add.ts'
import * as sql from '../cross-vendor.sql.ts'
import { mailPasswordChanged } from '../jobs.ts'
import type { ChangePasswordBody } from '../schema.ts'
import type { Client } from '../sessions/client.ts'
import { revokeOtherDevices } from '../sessions/devices.cross-vendor.sql.ts'
import { sessionEnded } from '../sessions/refresh.ts'
import { assertNotBlocked } from '../sign-in/login.ts'
import {
  clearFailures,
  deleteKnownSources,
  ensureAccountFailures,
  findSourceFailures,
  lockAccountFailures,
} from '../sign-in/sources.cross-vendor.sql.ts'
import { countFailure } from '../sign-in/sources.ts'
import { hashEmail, openEmail } from './email-identity.ts'
import { assertNotOwnWords, vendorOf } from './own-words.ts'
import { recordPasswordChange } from './record-password-change.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'passwords'>

/**
 * Asks for the old password, so that an open page left unattended cannot be used to lock its owner out. Wrong ones
 * count like those at sign-in, with the session as their source: guesses from elsewhere do not block it. All other
 * devices are signed out; this one continues with a new token.
 */
export async function changePassword(deps: ChangeDeps, who: Person, body: ChangePasswordBody, client: Client) {
  const account = await sql.findAccount(deps.db, who.accountId)
  if (!account) throw sessionEnded()
  const email = await openEmail(deps, deps.db, account.emailCipher)
  const vendorId = await vendorOf(deps.db, who.accountId)
  await assertNotOwnWords(deps.db, { email, vendorId }, body.newPassword, 'newPassword')
  const emailHash = hashEmail(deps, email)
  const sourceHash = deps.blindIndex.of('sign-in-session', PLATFORM, who.sessionId)
  assertNotBlocked(blockedForSeconds(await findSourceFailures(deps.db, emailHash, sourceHash), deps.clock.now()))
  const stored = await sql.findAccountByEmail(deps.db, deps.blindIndex.withLater(emailHash))
  const isRight = await deps.passwords.verify(stored?.passwordHash, body.currentPassword)
  const passwordHash = isRight ? await deps.passwords.hash(body.newPassword) : undefined
  const now = deps.clock.now()
  const change = { emailHash, sourceHash, passwordHash, client }
  const outcome = await inTransaction(deps.db, (tx) => changeWithin(tx, deps, who, change, now))
  if (outcome.kind === 'blocked') assertNotBlocked(outcome.seconds)
  if (outcome.kind !== 'changed') throw wrongPassword()
  return { message: 'Your password has been changed. All other devices have been signed out.' }
}

interface Change {
  emailHash: Buffer
  sourceHash: Buffer
  passwordHash: string | undefined
  client: Client
}

async function changeWithin(
  tx: Tx,
  deps: ChangeDeps,
  who: Person,
  { emailHash, sourceHash, passwordHash, client }: Change,
  now: Date,
) {
  if (!passwordHash) await ensureAccountFailures(tx, emailHash, now)
  await lockAccountFailures(tx, emailHash)
  const seconds = blockedForSeconds(await findSourceFailures(tx, emailHash, sourceHash), now)
  if (seconds > 0) return { kind: 'blocked', seconds } as const
  if (!passwordHash) {
    await countFailure(tx, emailHash, sourceHash, now)
    return { kind: 'wrong' } as const
  }
  await sql.replacePassword(tx, who.accountId, passwordHash)
  // A password reset that came first has ended this session, and its password stays.
  if (!(await sql.isSessionOpen(tx, who.sessionId, who.accountId))) throw sessionEnded()
  await revokeOtherDevices(tx, who.accountId, who.sessionId, now)
  await clearFailures(tx, emailHash)
  await deleteKnownSources(tx, who.accountId, [client.deviceHash, client.networkHash])
  await addToOutbox(tx, PLATFORM, mailPasswordChanged, { accountId: who.accountId, changeId: newId<'change'>() }, now)
  await recordPasswordChange(tx, deps, who.accountId, 'PASSWORD_CHANGED', client, now)
  return { kind: 'changed' } as const
}

const wrongPassword = () => invalidField('currentPassword', 'is incorrect')
