import type { ApprovalKind } from '../../domain/accounts/approval.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Plain } from './sql.ts'

/** An action that a second operator has approved. */
export interface ApprovedAction {
  /** Of the approval: a key under which the action happens once. */
  id: string
  vendorId: VendorId
  amountMinorUnit: bigint
  reason: string
  payload: Plain
  requestedBy: AccountId
  approvedBy: AccountId
}

/**
 * Does what was asked for, in the transaction that marks it as approved, and says what it did. Time has passed since it
 * was asked for, so it checks everything again; what it throws leaves the request pending. Nothing may leave from here:
 * what goes outside is an outbox row.
 */
export type ApprovalHandler = (tx: Tx, deps: Deps, action: ApprovedAction, now: Date) => Promise<Plain>

/** One for each kind: leaving one out does not compile. */
export type ApprovalHandlers = Readonly<Record<ApprovalKind, ApprovalHandler>>
