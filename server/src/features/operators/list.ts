import type { Deps } from '../../platform/deps.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import { openEmail } from '../auth/accounts/email-identity.ts'
import { listOperators } from '../auth/accounts/operators.ts'
import * as sql from './cross-vendor.sql.ts'
import type { OperatorView } from './schema.ts'

/** Operators and invited people together, oldest first. There are few, so all are read. */
export async function listOperatorsAndInvitations(
  deps: Pick<Deps, 'db' | 'keyring' | 'clock'>,
): Promise<OperatorView[]> {
  const [operators, invitations] = await Promise.all([listOperators(deps), sql.listInvitations(deps.db)])
  const now = deps.clock.now()
  const invited = invitations
    .filter(({ expiresAt }) => expiresAt > now)
    .map(async (invitation) => {
      const email = await openEmail(deps, deps.db, invitation.emailCipher)
      return presentInvitation(invitation, email, await inviterOf(deps, invitation))
    })
  const all = [...operators.map((one) => ({ ...one, expiresAt: null })), ...(await Promise.all(invited))]
  return all.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function inviterOf(
  deps: Pick<Deps, 'db' | 'keyring'>,
  { invitedBy: id }: Pick<sql.Invitation, 'invitedBy'>,
) {
  const accounts = await describeAccounts(deps, deps.db, [id])
  return { id, email: accounts.get(id)?.email ?? '' }
}

export const presentInvitation = (
  { id, role, createdAt, expiresAt }: Omit<sql.Invitation, 'emailHash' | 'emailCipher' | 'invitedBy'>,
  email: string,
  invitedBy: OperatorView['invitedBy'],
): OperatorView => ({
  id,
  email,
  role,
  status: 'INVITED',
  disabled: false,
  createdAt: createdAt.toISOString(),
  lastSignInAt: null,
  expiresAt: expiresAt.toISOString(),
  mfaEnabled: false,
  invitedBy,
  confirmedBy: null,
})
