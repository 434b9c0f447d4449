import type { OperatorAction } from '../../../domain/accounts/operator-actions.ts'
import { type AccountId, PLATFORM } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Person } from '../../../platform/http/principal.ts'
import { newId } from '../../../platform/ids.ts'
import { recordAction } from '../../audit/record.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { membershipOf } from '../../vendors/members.ts'
import { isSessionOpen, revokeSessionsOf } from '../cross-vendor.sql.ts'
import { type FactorChange, mailFactorChanged } from '../jobs.ts'
import { revokeOtherDevices } from '../sessions/devices.cross-vendor.sql.ts'
import { sessionEnded } from '../sessions/refresh.ts'
import * as sql from './factors.cross-vendor.sql.ts'
import { deletePasskeys } from './passkeys.cross-vendor.sql.ts'

/** Every change of an account's factors holds the account, so that it is either before a sign-in or after it. */
export async function beginChange(tx: Tx, who: Person) {
  await sql.lockAccount(tx, who.accountId)
  // A reset that came first has ended this session, and its result stays.
  if (!(await isSessionOpen(tx, who.sessionId, who.accountId))) throw sessionEnded()
}

/** Signs all other devices out, like a new password, and tells the owner. */
export async function finishChange(tx: Tx, who: Person, change: FactorChange, now: Date) {
  await revokeOtherDevices(tx, who.accountId, who.sessionId, now)
  await recordFactorChange(tx, who.accountId, change, who.accountId, now)
}

/** Codes without a factor would be of no use. */
export async function dropUnneededCodes(tx: Tx, accountId: AccountId) {
  const { totp, passkeys } = await sql.countFactors(tx, accountId)
  if (totp + passkeys === 0) await sql.replaceRecoveryCodes(tx, accountId, [])
}

/**
 * For somebody who lost every factor: an administrator of the company or an operator removes them, and the password
 * alone signs in until a new one is set up. All sessions end.
 */
export async function resetFactors(
  tx: Tx,
  accountId: AccountId,
  by: { accountId: AccountId; reason?: string },
  now: Date,
) {
  await sql.lockAccount(tx, accountId)
  await sql.deleteTotp(tx, accountId)
  await deletePasskeys(tx, accountId)
  await sql.replaceRecoveryCodes(tx, accountId, [])
  await revokeSessionsOf(tx, accountId, now)
  await recordFactorChange(tx, accountId, 'RESET', by.accountId, now, by.reason)
}

const ACTIONS = {
  TOTP_ENABLED: 'MFA_TOTP_ENABLED',
  TOTP_REMOVED: 'MFA_TOTP_REMOVED',
  PASSKEY_ADDED: 'MFA_PASSKEY_ADDED',
  PASSKEY_REMOVED: 'MFA_PASSKEY_REMOVED',
  RECOVERY_CODES_REPLACED: 'MFA_RECOVERY_CODES_REPLACED',
  RECOVERY_CODE_USED: 'MFA_RECOVERY_CODE_USED',
  RESET: 'MFA_RESET',
} as const satisfies Record<FactorChange, OperatorAction>

/** What the audit log shows as before and after. */
const EFFECTS: Record<FactorChange, { before: Record<string, boolean>; after: Record<string, boolean> }> = {
  TOTP_ENABLED: { before: { totp: false }, after: { totp: true } },
  TOTP_REMOVED: { before: { totp: true }, after: { totp: false } },
  PASSKEY_ADDED: { before: {}, after: { passkey: true } },
  PASSKEY_REMOVED: { before: { passkey: true }, after: {} },
  RECOVERY_CODES_REPLACED: { before: {}, after: { recoveryCodes: true } },
  RECOVERY_CODE_USED: { before: { recoveryCode: true }, after: {} },
  RESET: { before: {}, after: { mfaEnabled: false } },
}

export async function recordFactorChange(
  tx: Tx,
  accountId: AccountId,
  change: FactorChange,
  actorId: AccountId,
  now: Date,
  reason?: string,
) {
  const [membership, actor] = [await membershipOf(tx, accountId), await membershipOf(tx, actorId)]
  const done = {
    action: ACTIONS[change],
    subjectType: 'account',
    subjectId: accountId,
    ...(reason !== undefined && { details: { reason } }),
  }
  if (actor) await recordForVendor(tx, { vendorId: actor.vendorId, accountId: actorId }, done, now)
  else {
    const vendorId = membership?.vendorId ?? null
    await recordAction(tx, { operatorId: actorId, vendorId, ...done, ...EFFECTS[change] }, now)
  }
  await addToOutbox(tx, PLATFORM, mailFactorChanged, { accountId, change, changeId: newId<'change'>() }, now)
}
