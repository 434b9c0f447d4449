import { normalizeEmail } from '../../domain/accounts/email.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { PLATFORM } from '../../domain/ids.ts'
import { INVITATION_TTL_DAYS, OPERATORS_MAX } from '../../domain/limits.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { recordAction } from '../audit/record.ts'
import { findAccountByEmail } from '../auth/accounts/accounts.ts'
import { hashEmail, sealEmail } from '../auth/accounts/email-identity.ts'
import { lockAsOwner } from '../auth/accounts/operators.ts'
import { addToOutbox } from '../outbox/add.ts'
import * as sql from './cross-vendor.sql.ts'
import { mailOperatorInvitation } from './jobs.ts'
import { inviterOf, presentInvitation } from './list.ts'
import type { InviteOperatorBody, OperatorView } from './schema.ts'

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/** Mails a link with which the person chooses a password. Until then nobody can sign in with the address. */
export async function inviteOperator(
  deps: InviteDeps,
  by: Operator,
  { email, role }: InviteOperatorBody,
  idempotency: IdempotencyRecord,
): Promise<OperatorView> {
  const now = deps.clock.now()
  const invitation: sql.Invitation = {
    id: newId<'operatorInvitation'>(),
    emailHash: hashEmail(deps, email),
    emailCipher: await sealEmail(deps, deps.db, email),
    role,
    invitedBy: by.accountId,
    expiresAt: new Date(now.getTime() + INVITATION_TTL_DAYS * DAY_MS),
    createdAt: now,
  }
  const view = presentInvitation(invitation, normalizeEmail(email), await inviterOf(deps, invitation))
  await inTransaction(deps.db, async (tx) => {
    await inviteWithin(tx, deps, by, invitation, email)
    await idempotency.saveAnswer(tx, 201, view)
  })
  return view
}

async function inviteWithin(tx: Tx, deps: InviteDeps, by: Operator, invitation: sql.Invitation, email: string) {
  const operators = await lockAsOwner(tx, by)
  if (await findAccountByEmail(deps, tx, email))
    throw new AppError('EMAIL_TAKEN', {
      detail: 'This address already has an account. An operator needs an address of their own.',
    })
  const { createdAt: now, role, id } = invitation
  const open = (await sql.listInvitations(tx)).filter(
    (one) => one.expiresAt > now && !one.emailHash.equals(invitation.emailHash),
  )
  if (operators.length + open.length >= OPERATORS_MAX)
    throw new AppError('LIMIT_REACHED', {
      detail: `There can be at most ${OPERATORS_MAX} operators and invitations. Remove one first.`,
    })
  const previousRole = await sql.replaceInvitation(tx, invitation)
  await addToOutbox(tx, PLATFORM, mailOperatorInvitation, { invitationId: id }, now)
  const before: Record<string, string> = previousRole ? { role: previousRole, status: 'INVITED' } : {}
  const after = { role, status: 'INVITED' }
  const subject = { subjectType: 'operator', subjectId: id } as const
  await recordAction(tx, { operatorId: by.accountId, action: 'OPERATOR_INVITED', ...subject, before, after }, now)
}
