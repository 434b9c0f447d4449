import { assert } from '../../domain/assert.ts'
import type { AccountId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { VendorPrincipal, VendorRole } from '../../platform/http/principal.ts'
import { recordForVendor, sealPersonal } from '../audit/record-for-vendor.ts'
import { deleteAccount, describeAccounts } from '../auth/accounts/accounts.ts'
import { openEmail } from '../auth/accounts/email-identity.ts'
import { resetFactors } from '../auth/mfa/factor-changes.ts'
import { accountsWithSecondFactor } from '../auth/mfa/gate.ts'
import { changeRole, listMembers, lockMembers } from '../vendors/members.ts'
import type { MemberView } from './schema.ts'
import * as sql from './sql.ts'

type TeamDeps = Pick<Deps, 'db' | 'keyring' | 'clock'>

/** The members of a vendor, followed by the invited people. */
export async function listTeam(deps: TeamDeps, who: VendorPrincipal): Promise<MemberView[]> {
  const members = await listMembers(deps.db, who.vendorId)
  const ids = members.map((member) => member.accountId)
  const accounts = await describeAccounts(deps, deps.db, ids)
  const protectedIds = await accountsWithSecondFactor(deps.db, ids)
  const now = deps.clock.now()
  const invitations = (await sql.listInvitations(deps.db, who.vendorId)).filter((row) => row.expiresAt > now)
  return [
    ...members.map(({ accountId, role, createdAt }) => ({
      id: accountId,
      email: accounts.get(accountId)?.email ?? '',
      role,
      status: 'ACTIVE' as const,
      createdAt: createdAt.toISOString(),
      expiresAt: null,
      mfaEnabled: protectedIds.has(accountId),
    })),
    ...(await Promise.all(
      invitations.map(async ({ id, emailCipher, role, createdAt, expiresAt }) => ({
        id,
        email: await openEmail(deps, deps.db, emailCipher),
        role,
        status: 'INVITED' as const,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        mfaEnabled: false,
      })),
    )),
  ]
}

export async function listAdministrators(deps: TeamDeps, who: VendorPrincipal) {
  const members = await listMembers(deps.db, who.vendorId)
  const ids = members.filter(({ role }) => role === 'ADMIN').map(({ accountId }) => accountId)
  const accounts = await describeAccounts(deps, deps.db, ids)
  return ids.flatMap((id) => accounts.get(id) ?? []).map(({ email }) => ({ email }))
}

export const changeMemberRole = (deps: TeamDeps, who: VendorPrincipal, id: string, role: VendorRole) =>
  inTransaction(deps.db, (tx) => changeRoleWithin(tx, who, id as AccountId, role, deps.clock.now()))

async function changeRoleWithin(tx: Tx, who: VendorPrincipal, id: AccountId, role: VendorRole, now: Date) {
  const members = await lockMembers(tx, who.vendorId)
  const member = members.find(({ accountId }) => accountId === id)
  if (!member) throw notFound()
  if (role !== 'ADMIN') assertAnotherAdmin(members, id)
  await changeRole(tx, who.vendorId, id, role)
  if (member.role === role) return
  if (role !== 'ADMIN') await withdrawInvitationsOf(tx, who, id, now)
  const done = { action: 'MEMBER_ROLE_CHANGED', subjectType: 'member', subjectId: id } as const
  await recordForVendor(tx, who, { ...done, details: { from: member.role, to: role } }, now)
}

/** Removes a member from the team, or withdraws an invitation. */
export const removeFromTeam = (deps: TeamDeps, who: VendorPrincipal, id: string) =>
  inTransaction(deps.db, (tx) => removeWithin(tx, deps, who, id))

async function removeWithin(tx: Tx, deps: TeamDeps, who: VendorPrincipal, id: string) {
  const now = deps.clock.now()
  const members = await lockMembers(tx, who.vendorId)
  const member = members.find(({ accountId }) => accountId === id)
  if (!member) {
    if (!(await sql.deleteInvitation(tx, who.vendorId, id))) throw notFound()
    return recordWithdrawn(tx, who, id, now)
  }
  assertAnotherAdmin(members, member.accountId)
  await withdrawInvitationsOf(tx, who, member.accountId, now)
  // Their other entries in the log are shown with this address, because the account is deleted.
  const email = (await describeAccounts(deps, tx, [member.accountId])).get(member.accountId)?.email
  const personal = await sealPersonal(deps, tx, who.vendorId, { email })
  const removed = { action: 'MEMBER_REMOVED', subjectType: 'member', subjectId: member.accountId } as const
  await recordForVendor(tx, who, { ...removed, details: { role: member.role }, personal }, now)
  await deleteAccount(tx, member.accountId)
}

/** Withdraws the invitations of a former administrator, who may have the mails and would be back with one click. */
async function withdrawInvitationsOf(tx: Tx, who: VendorPrincipal, invitedBy: AccountId, now: Date) {
  for (const id of await sql.deleteInvitationsOf(tx, who.vendorId, invitedBy)) await recordWithdrawn(tx, who, id, now)
}

const recordWithdrawn = (tx: Tx, who: VendorPrincipal, id: string, now: Date) =>
  recordForVendor(tx, who, { action: 'INVITATION_WITHDRAWN', subjectType: 'invitation', subjectId: id }, now)

/**
 * For a member who lost every factor. Nobody does this for themselves: a session alone must not remove the factors that
 * protect its account.
 */
export async function resetMemberMfa(deps: TeamDeps, who: VendorPrincipal, id: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => resetMfaWithin(tx, who, id as AccountId, now))
}

async function resetMfaWithin(tx: Tx, who: VendorPrincipal, id: AccountId, now: Date) {
  const members = await lockMembers(tx, who.vendorId)
  if (!members.some(({ accountId }) => accountId === id)) throw notFound()
  assert(who.accountId, 'only user accounts are administrators')
  if (id === who.accountId)
    throw new AppError('FORBIDDEN', {
      detail: 'You cannot reset your own two-factor authentication. Remove its factors in your account settings.',
    })
  await resetFactors(tx, id, { accountId: who.accountId }, now)
}

/** A team without an administrator could never get one again. */
function assertAnotherAdmin(members: { accountId: AccountId; role: VendorRole }[], leaving: AccountId) {
  if (!members.some(({ accountId, role }) => role === 'ADMIN' && accountId !== leaving))
    throw new AppError('LAST_ADMIN', { detail: 'Make another member an administrator first.' })
}
