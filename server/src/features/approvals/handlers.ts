import type { ApprovalKind } from '../../domain/accounts/approval.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Plain } from './sql.ts'

/** An action that a second operator has approved. */
export interface ApprovedAction {
  /** The approval's id, used as the idempotency key of the action. */
  id: string
  vendorId: VendorId
  amountMinorUnit: bigint
  /** The currency in which the amount was requested and approved. */
  currency: string
  reason: string
  payload: Plain
  /** The free text of the request, which is stored encrypted. */
  text: string | null
  requestedBy: AccountId
  approvedBy: AccountId
}

/**
 * Runs the action in the transaction that marks it as approved, and returns its result. Time has passed since the
 * request, so it checks everything again; an exception leaves the request pending. External effects must go through the
 * outbox.
 */
type ApprovalHandler = (tx: Tx, deps: Deps, action: ApprovedAction, now: Date) => Promise<Plain>

/** One handler per kind; a missing one does not compile. */
export type ApprovalHandlers = Readonly<Record<ApprovalKind, ApprovalHandler>>
