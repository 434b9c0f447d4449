import { approvalStatus } from '../../domain/accounts/approval.ts'
import { type AccountId, PLATFORM, type VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Config } from '../../platform/config/config.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import { recordAction } from '../audit/record.ts'
import { lockMoneyOperator, operatorsCountedTogether } from '../auth/accounts/operators.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import type { ApprovalHandlers } from './handlers.ts'
import { readApprovalWithin } from './read.ts'
import type { ApprovalView } from './schema.ts'
import { openText } from './sealed-text.ts'
import * as sql from './sql.ts'

/** Runs the action in the transaction that marks it as approved: both or neither, and once. */
export async function approveAction(
  deps: Deps,
  handlers: ApprovalHandlers,
  operator: Operator,
  id: string,
  idempotency: IdempotencyRecord,
): Promise<ApprovalView> {
  const execute = async (tx: Tx, approval: Approval, now: Date) =>
    handlers[approval.kind](
      tx,
      deps,
      {
        id,
        vendorId: approval.vendor_id,
        amountMinorUnit: approval.amount_minor_unit,
        currency: approval.currency,
        reason: approval.reason,
        payload: approval.payload,
        text: await openText(deps, tx, approval),
        requestedBy: approval.requested_by,
        approvedBy: operator.accountId,
      },
      now,
    )
  return decide(deps, operator, id, idempotency, async (tx, approval, now) => ({
    status: 'APPROVED',
    result: await execute(tx, approval, now),
    decision_reason: null,
  }))
}

export const rejectAction = (
  deps: Deps,
  operator: Operator,
  id: string,
  reason: string | undefined,
  idempotency: IdempotencyRecord,
): Promise<ApprovalView> =>
  decide(deps, operator, id, idempotency, async () => ({
    status: 'REJECTED',
    result: null,
    decision_reason: reason ?? null,
  }))

type Approval = Awaited<ReturnType<typeof sql.lockApproval>>
type DecisionOutcome = { status: 'APPROVED' | 'REJECTED'; result: sql.Plain | null; decision_reason: string | null }
type Decider = (tx: Tx, approval: Approval, now: Date) => Promise<DecisionOutcome>

async function decide(deps: Deps, operator: Operator, id: string, idempotency: IdempotencyRecord, decider: Decider) {
  const found = await crossVendor.vendorOfApproval(deps.db, id)
  if (!found) throw notFound()
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    await decideWithin(tx, deps, operator, { vendorId: found.vendorId, id }, decider, now)
    const view = await readApprovalWithin(deps, tx, id, now)
    await idempotency.saveAnswer(tx, 200, view)
    return view
  })
}

/** The row lock serialises concurrent decisions, and expiry is decided by the same instant. */
async function decideWithin(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  operator: Operator,
  { vendorId, id }: { vendorId: VendorId; id: string },
  decider: Decider,
  now: Date,
) {
  await lockMoneyOperator(tx, operator)
  const approval = await sql.lockApproval(tx, vendorId, id)
  assertUndecided(approval, now)
  await assertIndependent(tx, config, operator, approval.requested_by)
  const outcome = await decider(tx, approval, now)
  const { accountId } = operator
  if (!(await sql.setDecision(tx, vendorId, id, { ...outcome, decided_by: accountId, decided_at: now })))
    throw new Error('an approval was changed while it was locked')
  await auditDecision(
    tx,
    accountId,
    outcome,
    { ...approval, vendorId, amountMinorUnit: approval.amount_minor_unit },
    now,
  )
}

async function assertIndependent(tx: Tx, config: Config, { accountId }: Operator, requestedBy: AccountId) {
  if (!(await operatorsCountedTogether(tx, config, accountId)).includes(requestedBy)) return
  throw new AppError('SAME_OPERATOR', {
    detail:
      requestedBy === accountId
        ? 'You created this request. Another operator has to decide it.'
        : 'You and the operator who created this request count as one person, because one of you invited the other, or the same owner invited both. Another owner can confirm who was invited, or another operator decides.',
  })
}

function assertUndecided(approval: Approval, now: Date) {
  const status = approvalStatus({ status: approval.status, expiresAt: approval.expires_at }, now)
  if (status === 'PENDING') return
  const detail =
    status === 'EXPIRED' ? 'The request has expired. Create a new one.' : 'The request has already been decided.'
  throw new AppError('INVALID_STATE', { detail, members: { currentStatus: status } })
}

type AccessChange = 'OPERATOR_DISABLED' | 'OPERATOR_REMOVED' | 'OPERATOR_ROLE_CHANGED'

/**
 * Rejects the pending requests of an operator who may no longer move money: both operators of an approval must be
 * allowed to. Nobody decides own requests, so those of an owner who steps down expire instead. The caller holds the
 * operators' locks, so none can be added meanwhile.
 */
export async function rejectRequestsOf(tx: Tx, requestedBy: AccountId, by: Operator, reason: AccessChange, now: Date) {
  if (requestedBy === by.accountId) {
    const expired = await crossVendor.expirePendingOf(tx, requestedBy, reason, now)
    for (const row of expired)
      await auditDecision(tx, by.accountId, { status: 'EXPIRED', decision_reason: reason }, row, now)
    return
  }
  const outcome = { status: 'REJECTED', result: null, decision_reason: reason } as const
  const rows = await crossVendor.rejectPendingOf(tx, requestedBy, {
    ...outcome,
    decided_by: by.accountId,
    decided_at: now,
  })
  for (const row of rows) await auditDecision(tx, by.accountId, outcome, row, now)
}

type Decided = Pick<Approval, 'id' | 'kind' | 'currency'> & { vendorId: VendorId; amountMinorUnit: bigint }

const AUDITED = {
  APPROVED: 'APPROVAL_GRANTED',
  REJECTED: 'APPROVAL_REJECTED',
  EXPIRED: 'APPROVAL_EXPIRED',
} as const

interface AuditedOutcome {
  status: keyof typeof AUDITED
  decision_reason: string | null
}

const auditDecision = (tx: Tx, operatorId: AccountId, outcome: AuditedOutcome, approval: Decided, now: Date) =>
  recordAction(
    tx,
    {
      operatorId,
      action: AUDITED[outcome.status],
      vendorId: approval.vendorId === PLATFORM ? null : approval.vendorId,
      subjectType: 'approval',
      subjectId: approval.id,
      details: {
        kind: approval.kind,
        amountMinorUnit: toJsonInteger(approval.amountMinorUnit),
        currency: approval.currency,
        ...(outcome.decision_reason !== null && { reason: outcome.decision_reason }),
      },
      before: { status: 'PENDING' },
      after: { status: outcome.status },
    },
    now,
  )
