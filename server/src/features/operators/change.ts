import { MONEY_ROLES, type OperatorRole } from '../../domain/accounts/operator-role.ts'
import type { AccountId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { rejectRequestsOf } from '../approvals/decide.ts'
import { recordAction } from '../audit/record.ts'
import { changeAccess, deleteOperator, lockAsOwner } from '../auth/accounts/operators.ts'
import * as sql from './cross-vendor.sql.ts'
import { listOperatorsAndInvitations } from './list.ts'
import type { OperatorPatch } from './schema.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

/**
 * A disabled operator is signed out everywhere at once. Pending requests of an operator who may no longer move money are
 * rejected.
 */
export async function changeOperator(deps: ChangeDeps, by: Operator, id: AccountId, patch: OperatorPatch) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => changeWithin(tx, by, id, patch, now))
  const operator = (await listOperatorsAndInvitations(deps)).find((one) => one.id === id)
  if (!operator) throw notFound()
  return operator
}

async function changeWithin(tx: Tx, by: Operator, id: AccountId, patch: OperatorPatch, now: Date) {
  await assertAccepted(tx, id)
  const changed = await changeAccess(tx, by, id, patch, now)
  if (!changed) return
  const { before, after } = changed
  if (after.disabled && !before.disabled) await rejectRequestsOf(tx, id, by, 'OPERATOR_DISABLED', now)
  else if (!MONEY_ROLES.includes(after.role)) await rejectRequestsOf(tx, id, by, 'OPERATOR_ROLE_CHANGED', now)
  if (after.disabled || after.role !== 'OWNER') await withdrawInvitationsOf(tx, by, id, now)
  const action = before.role === after.role ? disabledAction(after.disabled) : 'OPERATOR_CHANGED'
  const subject = { subjectType: 'operator', subjectId: id } as const
  await recordAction(
    tx,
    { operatorId: by.accountId, action, ...subject, before: { ...before }, after: { ...after } },
    now,
  )
}

export async function assertAccepted(tx: Tx, id: AccountId) {
  if (await sql.findInvitation(tx, id))
    throw new AppError('INVALID_STATE', {
      detail: 'The invitation has not been accepted yet. Withdraw it, or invite the address again with another role.',
      members: { currentStatus: 'INVITED' },
    })
}

const disabledAction = (isDisabled: boolean) => (isDisabled ? 'OPERATOR_DISABLED' : 'OPERATOR_ENABLED')

/** Removes an operator, or withdraws an invitation. */
export async function removeOperator({ db, clock }: ChangeDeps, by: Operator, id: AccountId) {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const subject = { operatorId: by.accountId, subjectType: 'operator', subjectId: id }
    await lockAsOwner(tx, by)
    const invitation = await sql.deleteInvitation(tx, id)
    if (invitation) return auditWithdrawn(tx, by, { id, role: invitation.role }, now)
    // Before the account is deleted, because its requests refer to it.
    await rejectRequestsOf(tx, id, by, 'OPERATOR_REMOVED', now)
    await withdrawInvitationsOf(tx, by, id, now)
    const before = { ...(await deleteOperator(tx, by, id, now)) }
    await recordAction(tx, { ...subject, action: 'OPERATOR_REMOVED', before, after: {} }, now)
  })
}

/** Withdraws the invitations of a former owner, because each link would create another operator. */
async function withdrawInvitationsOf(tx: Tx, by: Operator, invitedBy: AccountId, now: Date) {
  for (const invitation of await sql.deleteInvitationsOf(tx, invitedBy)) await auditWithdrawn(tx, by, invitation, now)
}

const auditWithdrawn = (tx: Tx, by: Operator, { id, role }: { id: string; role: OperatorRole }, now: Date) =>
  recordAction(
    tx,
    {
      operatorId: by.accountId,
      action: 'OPERATOR_INVITATION_WITHDRAWN',
      subjectType: 'operator',
      subjectId: id,
      before: { role, status: 'INVITED' },
      after: {},
    },
    now,
  )
