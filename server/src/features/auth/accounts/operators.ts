import type { AccountId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import * as sql from '../cross-vendor.sql.ts'
import { accountsWithSecondFactor } from '../mfa/gate.ts'
import { openEmail } from './email-identity.ts'
import * as operators from './operators.cross-vendor.sql.ts'

/** Oldest first. There are few, so there are no pages. */
export async function listOperators(deps: Pick<Deps, 'db' | 'keyring'>) {
  const rows = await operators.listOperators(deps.db)
  const ids = rows.map(({ id }) => id)
  const protectedIds = await accountsWithSecondFactor(deps.db, ids)
  return Promise.all(
    rows.map(async ({ id, emailCipher, status, createdAt, lastSignInAt }) => ({
      id,
      email: await openEmail(deps, deps.db, emailCipher),
      disabled: status === 'DISABLED',
      createdAt: createdAt.toISOString(),
      lastSignInAt: lastSignInAt?.toISOString() ?? null,
      mfaEnabled: protectedIds.has(id),
    })),
  )
}

/**
 * Prevents an operator from being disabled until the transaction ends, so that its writes are either visible to whoever
 * disables it or refused. Taken before other locks.
 */
export async function lockActiveOperator(tx: Tx, { accountId }: Operator) {
  if ((await operators.shareOperator(tx, accountId))?.status !== 'ACTIVE') throw isDisabled()
}

/**
 * Locks all operators and requires that the acting one is still enabled: of two that disable each other one fails, so
 * at least one remains. Sessions end when disabling and when enabling, because one opened during the disabling must not
 * become valid later. Returns false when nothing changed.
 */
export async function setDisabled(tx: Tx, by: Operator, id: AccountId, disabled: boolean, now: Date): Promise<boolean> {
  const all = await operators.lockOperators(tx)
  if (all.find((one) => one.id === by.accountId)?.status !== 'ACTIVE') throw isDisabled()
  const operator = all.find((one) => one.id === id)
  if (!operator) throw notFound()
  const status = disabled ? 'DISABLED' : 'ACTIVE'
  if (disabled && id === by.accountId)
    throw new AppError('SAME_OPERATOR', { detail: 'You cannot disable your own account. Ask another operator.' })
  if (operator.status === status) return false
  await operators.setAccountStatus(tx, id, status)
  await sql.revokeSessionsOf(tx, id, now)
  return true
}

const isDisabled = () => new AppError('UNAUTHENTICATED', { detail: 'This operator is disabled.' })
