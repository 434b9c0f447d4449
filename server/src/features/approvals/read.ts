import { type ApprovalKind, type ApprovalStatus, approvalStatus } from '../../domain/accounts/approval.ts'
import { type AccountId, PLATFORM, type VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import type { ApprovalView } from './schema.ts'
import { openText } from './sealed-text.ts'
import * as sql from './sql.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

/** Pending requests first, then the newest. */
export async function listApprovals(deps: ReadDeps, status: ApprovalStatus | undefined, page: Page) {
  const now = deps.clock.now()
  const [rows, total] = await Promise.all([
    crossVendor.listApprovals(deps.db, status, page, now),
    crossVendor.countApprovals(deps.db, status, now),
  ])
  return { approvals: await presentApprovals(deps, deps.db, rows, now), total }
}

/** The request about this subject that waits for a second operator, if any. */
export const findPendingApproval = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  vendorId: VendorId,
  kind: ApprovalKind,
  subjectId: string,
) => (await sql.findPending(db, vendorId, kind, subjectId, clock.now()))?.id ?? null

export const readApproval = (deps: ReadDeps, id: string) => readApprovalWithin(deps, deps.db, id, deps.clock.now())

export async function readApprovalWithin(deps: Pick<Deps, 'keyring'>, db: Db, id: string, now: Date) {
  const row = await crossVendor.findApproval(db, id)
  const [view] = row ? await presentApprovals(deps, db, [row], now) : []
  if (!view) throw notFound()
  return view
}

async function presentApprovals(
  deps: Pick<Deps, 'keyring'>,
  db: Db,
  rows: readonly crossVendor.ApprovalRow[],
  now: Date,
): Promise<ApprovalView[]> {
  const ids = rows.flatMap((row) => [row.requested_by, ...(row.decided_by ? [row.decided_by] : [])])
  const accounts = await describeAccounts(deps, db, [...new Set(ids)])
  const person = (id: AccountId) => ({ id, email: accounts.get(id)?.email ?? '' })
  const texts = await Promise.all(rows.map((row) => openText(deps, db, row)))
  return rows.map((row, i) => ({
    id: row.id,
    kind: row.kind,
    status: approvalStatus({ status: row.status, expiresAt: row.expires_at }, now),
    vendorId: row.vendor_id === PLATFORM ? null : row.vendor_id,
    companyName: row.company_name,
    amountMinorUnit: toJsonInteger(row.amount_minor_unit),
    currency: row.currency,
    reason: row.reason,
    details: row.payload,
    text: texts[i] ?? null,
    requestedBy: person(row.requested_by),
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by && person(row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
    result: row.result,
  }))
}
