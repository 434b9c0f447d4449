import type { AccountId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { rejectRequestsOf } from '../approvals/decide.ts'
import { recordAction } from '../audit/record.ts'
import { listOperators, setDisabled } from '../auth/accounts/operators.ts'

/** A disabled operator is signed out everywhere at once, and its pending approval requests are rejected. */
export async function changeOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'keyring'>,
  by: Operator,
  id: AccountId,
  { disabled }: { disabled: boolean },
) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => changeWithin(tx, by, id, disabled, now))
  const operator = (await listOperators(deps)).find((one) => one.id === id)
  if (!operator) throw notFound()
  return operator
}

async function changeWithin(tx: Tx, by: Operator, id: AccountId, disabled: boolean, now: Date) {
  if (!(await setDisabled(tx, by, id, disabled, now))) return
  if (disabled) await rejectRequestsOf(tx, id, by, now)
  const action = disabled ? 'OPERATOR_DISABLED' : 'OPERATOR_ENABLED'
  await recordAction(tx, { operatorId: by.accountId, action, subjectType: 'operator', subjectId: id }, now)
}
