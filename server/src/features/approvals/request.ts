import { type ApprovalKind, approvalExpiry } from '../../domain/accounts/approval.ts'
import type { VendorId } from '../../domain/ids.ts'
import { APPROVAL_WINDOW_HOURS } from '../../domain/limits.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { recordAction } from '../audit/record.ts'
import { lockActiveOperator } from '../auth/accounts/operators.ts'
import { isAbovePaise } from '../currency/convert.ts'
import { lockWallet } from '../wallet/read.ts'
import type { PendingView } from './schema.ts'
import * as sql from './sql.ts'

interface OperatorAction {
  kind: ApprovalKind
  vendorId: VendorId
  /** In the currency of the vendor's wallet. */
  amountMinorUnit: bigint
  reason: string
  /** The subject of the action, if the same request must not be enqueued twice. */
  subjectId?: string
  /** Further input for the handler: ids, amounts and texts of ours, never personal data. */
  payload: sql.Plain
}

/**
 * Decides whether an operator's action needs a second operator. If so, the action is enqueued and the caller answers
 * with the returned view (202) and does nothing else. If not, the caller continues in the same transaction, and the
 * amount counts towards the operator's next actions of this kind for this vendor, so that splitting a sum does not
 * help. The wallet's lock serialises them.
 */
export async function requestApproval(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  operator: Operator,
  action: OperatorAction,
  now: Date,
): Promise<PendingView | undefined> {
  const { kind, vendorId, amountMinorUnit, subjectId = null } = action
  await lockActiveOperator(tx, operator)
  const { currency } = await lockWallet(tx, vendorId)
  const { accountId: operatorId } = operator
  const since = new Date(now.getTime() - APPROVAL_WINDOW_HOURS * 3_600_000)
  const sum = amountMinorUnit + (await sql.sumUnapproved(tx, vendorId, { operatorId, kind, since }))
  if (!(await isAbovePaise(tx, sum, currency, BigInt(config.APPROVAL_THRESHOLD_INR_PAISE)))) {
    const id = newId<'unapprovedAction'>()
    await sql.insertUnapproved(tx, vendorId, { id, operatorId, kind, amountMinorUnit, now })
    return undefined
  }
  const waiting = subjectId === null ? undefined : await sql.findPending(tx, vendorId, kind, subjectId, now)
  return { approvalId: waiting?.id ?? (await enqueueApproval(tx, operator, action, currency, now)), status: 'PENDING' }
}

async function enqueueApproval(tx: Tx, { accountId }: Operator, action: OperatorAction, currency: string, now: Date) {
  const { kind, vendorId, amountMinorUnit, reason, subjectId = null, payload } = action
  const id = newId<'approval'>()
  await sql.insertApproval(tx, vendorId, {
    id,
    kind,
    amountMinorUnit,
    currency,
    reason,
    subjectId,
    payload,
    requestedBy: accountId,
    requestedAt: now,
    expiresAt: approvalExpiry(now),
  })
  const details = { kind, amountMinorUnit: toJsonInteger(amountMinorUnit), currency, reason, ...payload }
  const about = { vendorId, subjectType: 'approval', subjectId: id, details }
  await recordAction(tx, { operatorId: accountId, action: 'APPROVAL_REQUESTED', ...about }, now)
  return id
}
