import { countedTogether, countsAs } from '../../../domain/accounts/operator-origin.ts'
import { hasOwner, MONEY_ROLES, type OperatorRole, OWNER_ROLES } from '../../../domain/accounts/operator-role.ts'
import type { AccountId } from '../../../domain/ids.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { assertOperatorRole } from '../../../platform/http/guards/access.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import * as sql from '../cross-vendor.sql.ts'
import { accountsWithSecondFactor } from '../mfa/gate.ts'
import { describeAccounts } from './accounts.ts'
import { openEmail } from './email-identity.ts'
import * as operators from './operators.cross-vendor.sql.ts'

/** Oldest first. There are few, so there are no pages. */
export async function listOperators(deps: Pick<Deps, 'db' | 'keyring'>) {
  const rows = await operators.listOperators(deps.db)
  const ids = rows.map(({ id }) => id)
  const protectedIds = await accountsWithSecondFactor(deps.db, ids)
  const named = await describeAccounts(deps, deps.db, [
    ...new Set(rows.flatMap(({ invitedBy, confirmedBy }) => [invitedBy, confirmedBy]).filter((id) => id !== null)),
  ])
  const person = (id: AccountId | null) => (id === null ? null : { id, email: named.get(id)?.email ?? '' })
  return Promise.all(
    rows.map(async ({ id, role, emailCipher, status, invitedBy, confirmedBy, createdAt, lastSignInAt }) => ({
      id,
      email: await openEmail(deps, deps.db, emailCipher),
      role,
      status,
      disabled: status === 'DISABLED',
      invitedBy: person(invitedBy),
      confirmedBy: person(confirmedBy),
      createdAt: createdAt.toISOString(),
      lastSignInAt: lastSignInAt?.toISOString() ?? null,
      mfaEnabled: protectedIds.has(id),
    })),
  )
}

/**
 * Keeps an operator from being disabled, removed or given another role until the transaction ends, and requires that it
 * may move money. Its writes are therefore visible to whoever takes that right away, or refused. Taken before other
 * locks.
 */
export async function lockMoneyOperator(tx: Tx, { accountId }: Operator) {
  const operator = await operators.shareOperator(tx, accountId)
  if (operator?.status !== 'ACTIVE') throw isDisabled()
  assertOperatorRole(operator.role, MONEY_ROLES)
}

interface OperatorState {
  role: OperatorRole
  disabled: boolean
}
type Change = { [Key in keyof OperatorState]?: OperatorState[Key] | undefined }

/**
 * Sessions end when disabling and when enabling, because one opened during the disabling must not become valid later. A
 * new role needs no new session: each request reads the role. Undefined when nothing changed.
 */
export async function changeAccess(tx: Tx, by: Operator, id: AccountId, change: Change, now: Date) {
  const { operator, others } = await lockOperator(tx, by, id)
  const before = stateOf(operator)
  const after = { role: change.role ?? before.role, disabled: change.disabled ?? before.disabled }
  if (after.role === before.role && after.disabled === before.disabled) return undefined
  assertOwnerRemains([...others, { id, role: after.role, isDisabled: after.disabled }])
  if (after.disabled && id === by.accountId)
    throw new AppError('SAME_OPERATOR', { detail: 'You cannot disable your own account. Ask another owner.' })
  if (after.role !== before.role) await operators.setRole(tx, id, after.role)
  if (after.disabled !== before.disabled) {
    await operators.setAccountStatus(tx, id, after.disabled ? 'DISABLED' : 'ACTIVE')
    await sql.revokeSessionsOf(tx, id, now)
  }
  return { before, after }
}

/** The accounts that count as the same operator as this one; see `countsAs`. Where one person tries things, its own. */
export const operatorsCountedTogether = async (
  db: Db,
  { OPERATOR_CONFIRMATION_REQUIRED }: Pick<Config, 'OPERATOR_CONFIRMATION_REQUIRED'>,
  id: AccountId,
) => (OPERATOR_CONFIRMATION_REQUIRED ? countedTogether(id, await operators.listOrigins(db)) : [id])

/** Says that the operator is another person than the inviter. False when that is known already. */
export async function confirmOperator(tx: Tx, by: Operator, id: AccountId) {
  await lockOperator(tx, by, id)
  const origins = await operators.listOrigins(tx)
  if (countsAs(id, origins) === id) return false
  if (countsAs(id, origins) === countsAs(by.accountId, origins))
    throw new AppError('SAME_OPERATOR', {
      detail:
        'You invited this operator, or both of you were invited by the same owner. An owner who is independent of the invitation has to confirm it.',
    })
  await operators.setConfirmed(tx, id, by.accountId)
  return true
}

/** Deletes the account with its sessions, and keeps the address for the audit log. */
export async function deleteOperator(tx: Tx, by: Operator, id: AccountId, now: Date) {
  const { operator, others } = await lockOperator(tx, by, id)
  assertOwnerRemains(others)
  await operators.saveRemoved(tx, id, now)
  await sql.deleteAccount(tx, id)
  return stateOf(operator)
}

/** Locks all operators: of two owners who remove each other, the second is refused. */
async function lockOperator(tx: Tx, by: Operator, id: AccountId) {
  const all = await lockAsOwner(tx, by)
  const operator = all.find((one) => one.id === id)
  if (!operator) throw notFound()
  const others = all.filter((one) => one.id !== id).map((one) => ({ ...one, isDisabled: one.status === 'DISABLED' }))
  return { operator, others }
}

/** Requires that the acting operator is still an enabled owner, and serialises changes of operators. */
export async function lockAsOwner(tx: Tx, by: Operator) {
  const all = await operators.lockOperators(tx)
  const actor = all.find((one) => one.id === by.accountId)
  if (actor?.status !== 'ACTIVE') throw isDisabled()
  assertOperatorRole(actor.role, OWNER_ROLES)
  return all
}

function assertOwnerRemains(after: Parameters<typeof hasOwner>[0]) {
  if (!hasOwner(after))
    throw new AppError('LAST_OWNER', { detail: 'This is the only active owner. Make another operator an owner first.' })
}

const stateOf = ({ role, status }: { role: OperatorRole; status: string }): OperatorState => ({
  role,
  disabled: status === 'DISABLED',
})

const isDisabled = () => new AppError('UNAUTHENTICATED', { detail: 'This operator is disabled.' })
