import { normalizeEmail } from '../../domain/accounts/email.ts'
import { assert } from '../../domain/assert.ts'
import { DAY_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import {
  INVITATION_TTL_DAYS,
  INVITATIONS_PER_ADDRESS_DAY_MAX,
  INVITATIONS_PER_DAY_MAX,
  USERS_PER_VENDOR_MAX,
} from '../../domain/limits.ts'
import { secondsUntilAllowed } from '../../domain/sliding-limit.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { recordForVendor, sealPersonal } from '../audit/record-for-vendor.ts'
import { findAccountByEmail } from '../auth/accounts/accounts.ts'
import { hashEmail, sealEmail } from '../auth/accounts/email-identity.ts'
import { addToOutbox } from '../outbox/add.ts'
import { assertHasPlan } from '../subscriptions/lifecycle/current.ts'
import { lockMembers } from '../vendors/members.ts'
import { mailInvitation } from './jobs.ts'
import type { InviteBody, MemberView } from './schema.ts'
import * as sql from './sql.ts'

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'config'>

/**
 * Invites an address to the team. The answer does not reveal whether it has an account elsewhere; the mail tells the
 * invited person. Because mails to arbitrary addresses invite abuse, a plan is required and the number per day is
 * limited.
 */
export async function inviteMember(
  deps: InviteDeps,
  who: VendorPrincipal,
  input: InviteBody,
  idempotency: IdempotencyRecord,
): Promise<MemberView> {
  assert(who.accountId, 'only user accounts are administrators')
  const now = deps.clock.now()
  const invitation: sql.Invitation = {
    id: newId<'invitation'>(),
    emailHash: hashEmail(deps, input.email),
    emailCipher: await sealEmail(deps, deps.db, input.email),
    role: input.role,
    invitedBy: who.accountId,
    expiresAt: new Date(now.getTime() + INVITATION_TTL_DAYS * DAY_MS),
    createdAt: now,
  }
  const answer = {
    id: invitation.id,
    email: normalizeEmail(input.email),
    role: input.role,
    status: 'INVITED' as const,
    createdAt: now.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    mfaEnabled: false,
  }
  await inTransaction(deps.db, (tx) =>
    inviteWithin(tx, deps, who.vendorId, invitation, input.email, answer, idempotency),
  )
  return answer
}

async function inviteWithin(
  tx: Tx,
  deps: InviteDeps,
  vendorId: VendorId,
  invitation: sql.Invitation,
  email: string,
  answer: MemberView,
  idempotency: IdempotencyRecord,
) {
  // Locks the vendor, so that concurrent invitations are counted one after the other and a suspension comes before or after.
  const members = await lockMembers(tx, vendorId)
  if (!members.some(({ accountId, role }) => accountId === invitation.invitedBy && role === 'ADMIN'))
    throw new AppError('FORBIDDEN', { detail: 'You are no longer an administrator of this team.' })
  await assertHasPlan(tx, deps, vendorId, invitation.createdAt, {
    VENDOR_SUSPENDED: 'Your account is suspended, so no invitations are sent. Contact support.',
    SUBSCRIPTION_REQUIRED: 'Choose a plan before you invite members.',
    SUBSCRIPTION_FROZEN: 'Your plan is unpaid. Pay it to invite members again.',
  })
  const account = await findAccountByEmail(deps, tx, email)
  if (account && members.some((member) => member.accountId === account.id)) throw new AppError('ALREADY_A_MEMBER')
  const others = (await sql.listInvitations(tx, vendorId)).filter(
    (open) => open.expiresAt > invitation.createdAt && !open.emailHash.equals(invitation.emailHash),
  )
  if (members.length + others.length >= USERS_PER_VENDOR_MAX)
    throw new AppError('LIMIT_REACHED', {
      detail: `A team can have at most ${USERS_PER_VENDOR_MAX} members and invitations. Remove one first.`,
    })
  await assertWithinDay(tx, vendorId, invitation)
  await sql.logInvitation(tx, vendorId, invitation)
  await sql.replaceInvitation(tx, vendorId, invitation)
  await addToOutbox(tx, vendorId, mailInvitation, { invitationId: invitation.id }, invitation.createdAt)
  const who = { vendorId, accountId: invitation.invitedBy }
  const personal = await sealPersonal(deps, tx, vendorId, { email: answer.email })
  const done = { action: 'MEMBER_INVITED', subjectType: 'invitation', subjectId: invitation.id } as const
  await recordForVendor(tx, who, { ...done, details: { role: invitation.role }, personal }, invitation.createdAt)
  await idempotency.saveAnswer(tx, 201, answer)
}

/** Withdrawing an invitation does not take back its mail, so the mails sent are counted. */
async function assertWithinDay(tx: Tx, vendorId: VendorId, { emailHash, createdAt }: sql.Invitation) {
  const invited = await sql.invitedSince(tx, vendorId, new Date(createdAt.getTime() - DAY_MS))
  const assertBelow = (max: number, counted: typeof invited, detail: string) => {
    const times = counted.map(({ at }) => at)
    const retryAfterSeconds = secondsUntilAllowed(times, max, DAY_MS, createdAt)
    if (retryAfterSeconds > 0) throw new AppError('INVITATION_LIMIT', { detail, retryAfterSeconds })
  }
  assertBelow(
    INVITATIONS_PER_ADDRESS_DAY_MAX,
    invited.filter((one) => one.emailHash.equals(emailHash)),
    `This address was invited ${INVITATIONS_PER_ADDRESS_DAY_MAX} times within a day. Try again tomorrow.`,
  )
  assertBelow(
    INVITATIONS_PER_DAY_MAX,
    invited,
    `You have sent ${INVITATIONS_PER_DAY_MAX} invitations within a day. Try again tomorrow.`,
  )
}
