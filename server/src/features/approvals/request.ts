import { type ApprovalKind, approvalExpiry } from '../../domain/accounts/approval.ts'
import type { VendorId } from '../../domain/ids.ts'
import { APPROVAL_WINDOW_HOURS } from '../../domain/limits.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { recordAction } from '../audit/record.ts'
import { holdOperator } from '../auth/accounts/operators.ts'
import { isAbovePaise } from '../currency/convert.ts'
import { lockWallet } from '../wallet/read.ts'
import type { PendingView } from './schema.ts'
import * as sql from './sql.ts'

export interface OperatorAction {
  kind: ApprovalKind
  vendorId: VendorId
  /** In the currency of the vendor's wallet. */
  amountMinorUnit: bigint
  reason: string
  /** What the action is about, if asking for it twice must not queue it twice. */
  subjectId?: string
  /** What its handler needs besides. Ids, figures and words of ours, never personal data. */
  payload: sql.Plain
}

/**
 * Whether an action of an operator has to wait for a second one. If so it is queued, and this is what the caller answers,
 * with 202 and without doing anything else. If not, the caller goes on in the same transaction, and the amount counts
 * towards the operator's next actions of this kind for this vendor: a sum split into parts is still the sum. The wallet's
 * lock lets no two of them pass at once.
 */
export async function requestApproval(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  operator: Operator,
  action: OperatorAction,
  now: Date,
): Promise<PendingView | undefined> {
  const { kind, vendorId, amountMinorUnit, subjectId = null } = action
  await holdOperator(tx, operator)
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
  return { approvalId: waiting?.id ?? (await queue(tx, operator, action, currency, now)), status: 'PENDING' }
}

async function queue(tx: Tx, { accountId }: Operator, action: OperatorAction, currency: string, now: Date) {
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
