import type { AccountId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAction } from '../audit/record.ts'
import { createOperatorWithin } from '../auth/accounts/accounts.ts'
import { openEmail } from '../auth/accounts/email-identity.ts'
import { assertNotOwnWords } from '../auth/accounts/own-words.ts'
import type { Client } from '../auth/sessions/client.ts'
import { openSession, type SessionAnswer, type SessionDeps } from '../auth/sessions/sessions.ts'
import { saveKnownSource } from '../auth/sign-in/sources.ts'
import * as sql from './cross-vendor.sql.ts'
import { readInvitationToken } from './invitation-token.ts'
import type { AcceptOperatorBody } from './schema.ts'

type AcceptDeps = SessionDeps & Pick<Deps, 'blindIndex' | 'passwords'>

/** The link was sent by mail, so its holder owns the address and no code is needed. */
export async function acceptOperatorInvitation(
  deps: AcceptDeps,
  input: AcceptOperatorBody,
  client: Client,
): Promise<SessionAnswer> {
  const invitationId = readInvitationToken(deps.signer, input.token)
  if (!invitationId) throw noLongerValid()
  const passwordHash = await deps.passwords.hash(input.password)
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => acceptWithin(tx, deps, invitationId, { ...input, passwordHash }, client, now))
}

async function acceptWithin(
  tx: Tx,
  deps: AcceptDeps,
  invitationId: string,
  { password, passwordHash }: AcceptOperatorBody & { passwordHash: string },
  client: Client,
  now: Date,
) {
  const invitation = await sql.lockInvitation(tx, invitationId)
  if (!invitation || invitation.expiresAt <= now) throw noLongerValid()
  const { role, invitedBy } = invitation
  const email = await openEmail(deps, tx, invitation.emailCipher)
  await assertNotOwnWords(tx, { email, vendorId: undefined }, password, 'password')
  // The account keeps the id of the invitation, so that audit entries about it still name this person.
  const id = invitationId as AccountId
  const accountId = await createOperatorWithin(tx, deps, { id, email, passwordHash, role, invitedBy }, now)
  await sql.deleteInvitation(tx, invitationId)
  await saveKnownSource(tx, accountId, client, now)
  const action = {
    operatorId: accountId,
    action: 'OPERATOR_JOINED',
    subjectType: 'operator',
    subjectId: accountId,
  } as const
  const before = { status: 'INVITED', invitationId, invitedBy }
  await recordAction(tx, { ...action, before, after: { role, disabled: false } }, now)
  return openSession(tx, deps, accountId, client, now)
}

const noLongerValid = () =>
  new AppError('INVITATION_INVALID', {
    detail: 'This invitation has been used, withdrawn or has expired. Ask for a new one.',
  })
