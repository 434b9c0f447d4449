import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { createAccount } from '../auth/accounts/accounts.ts'
import { openEmail } from '../auth/accounts/email-identity.ts'
import { assertNotOwnWords } from '../auth/accounts/own-words.ts'
import type { Client } from '../auth/sessions/client.ts'
import { openSession, type SessionAnswer, type SessionDeps } from '../auth/sessions/sessions.ts'
import { saveKnownSource } from '../auth/sign-in/sources.ts'
import { addMember } from '../vendors/create.ts'
import { isVendorOpen } from '../vendors/members.ts'
import { readInvitationToken } from './invitation-token.ts'
import type { AcceptBody } from './schema.ts'
import * as sql from './sql.ts'

type AcceptDeps = SessionDeps & Pick<Deps, 'blindIndex' | 'passwords'>

/** The link was sent by mail, so its holder owns the address and no code is needed. */
export async function acceptInvitation(deps: AcceptDeps, input: AcceptBody, client: Client): Promise<SessionAnswer> {
  const invited = readInvitationToken(deps.signer, input.token)
  if (!invited) throw noLongerValid()
  const passwordHash = await deps.passwords.hash(input.password)
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => acceptWithin(tx, deps, invited, { ...input, passwordHash }, client, now))
}

async function acceptWithin(
  tx: Tx,
  deps: AcceptDeps,
  { vendorId, invitationId }: { vendorId: VendorId; invitationId: string },
  { password, passwordHash }: AcceptBody & { passwordHash: string },
  client: Client,
  now: Date,
) {
  const invitation = await sql.lockInvitation(tx, vendorId, invitationId)
  if (!invitation || invitation.expiresAt <= now || !(await isVendorOpen(tx, vendorId))) throw noLongerValid()
  const email = await openEmail(deps, tx, invitation.emailCipher)
  await assertNotOwnWords(tx, { email, vendorId }, password, 'password')
  const accountId = await createAccount(tx, deps, { email, passwordHash }, now)
  await addMember(tx, vendorId, accountId, invitation.role, now)
  await sql.deleteInvitation(tx, vendorId, invitationId)
  await saveKnownSource(tx, accountId, client, now)
  const done = { action: 'MEMBER_JOINED', subjectType: 'member', subjectId: accountId } as const
  await recordForVendor(tx, { vendorId, accountId }, { ...done, details: { role: invitation.role } }, now)
  return openSession(tx, deps, accountId, client, now)
}

const noLongerValid = () =>
  new AppError('INVITATION_INVALID', {
    detail: 'This invitation has been used, withdrawn or has expired. Ask for a new one.',
  })
