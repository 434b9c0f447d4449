import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { findAccountByEmail } from '../auth/accounts/accounts.ts'
import { lockAsOwner } from '../auth/accounts/operators.ts'
import { resetFactors } from '../auth/mfa/factor-changes.ts'
import type { MfaResetBody } from './schema.ts'

type ResetDeps = Pick<Deps, 'db' | 'clock' | 'blindIndex'>

/**
 * For operators, and for members who lost every factor and have no administrator to help them. The account is found by
 * the address that the person writes from, because support knows nothing else.
 */
export async function resetMfa(deps: ResetDeps, by: Operator, body: MfaResetBody) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => resetWithin(tx, deps, by, body, now))
}

async function resetWithin(tx: Tx, deps: ResetDeps, by: Operator, { email, reason }: MfaResetBody, now: Date) {
  await lockAsOwner(tx, by)
  const account = await findAccountByEmail(deps, tx, email)
  if (!account) throw notFound()
  if (account.id === by.accountId)
    throw new AppError('SAME_OPERATOR', {
      detail: 'You cannot reset your own two-factor authentication. Ask another owner.',
    })
  await resetFactors(tx, account.id, { accountId: by.accountId, reason }, now)
}
