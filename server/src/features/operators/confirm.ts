import type { AccountId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { recordAction } from '../audit/record.ts'
import { confirmOperator } from '../auth/accounts/operators.ts'
import { assertAccepted } from './change.ts'
import { listOperatorsAndInvitations } from './list.ts'

/** From then on the operator counts as a person of their own and decides requests of the inviter. */
export async function confirmInvited(deps: Pick<Deps, 'db' | 'clock' | 'keyring'>, by: Operator, id: AccountId) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => confirmWithin(tx, by, id, now))
  const operator = (await listOperatorsAndInvitations(deps)).find((one) => one.id === id)
  if (!operator) throw notFound()
  return operator
}

async function confirmWithin(tx: Tx, by: Operator, id: AccountId, now: Date) {
  await assertAccepted(tx, id)
  if (!(await confirmOperator(tx, by, id))) return
  const subject = { subjectType: 'operator', subjectId: id } as const
  const change = { before: { confirmedBy: null }, after: { confirmedBy: by.accountId } }
  await recordAction(tx, { operatorId: by.accountId, action: 'OPERATOR_CONFIRMED', ...subject, ...change }, now)
}
