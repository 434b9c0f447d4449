import { type SqlBool, sql } from 'kysely'
import type { ApprovalKind, ApprovalStatus } from '../../domain/accounts/approval.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Slice } from '../../platform/http/pagination.ts'

/** Ids, amounts and texts of ours, never personal data. */
export type Plain = Record<string, string | number | boolean | null>

declare module '../../platform/db/tables.ts' {
  interface Tables {
    approval: {
      vendor_id: VendorId
      id: string
      kind: ApprovalKind
      status: Exclude<ApprovalStatus, 'EXPIRED'>
      amount_minor_unit: bigint
      currency: string
      reason: string
      subject_id: string | null
      payload: Plain
      requested_by: AccountId
      requested_at: Date
      expires_at: Date
      decided_by: AccountId | null
      decided_at: Date | null
      decision_reason: string | null
      result: Plain | null
    }
    unapproved_action: {
      vendor_id: VendorId
      id: string
      operator_id: AccountId
      kind: ApprovalKind
      amount_minor_unit: bigint
      created_at: Date
    }
  }
}

interface NewApproval {
  id: string
  kind: ApprovalKind
  amountMinorUnit: bigint
  currency: string
  reason: string
  subjectId: string | null
  payload: Plain
  requestedBy: AccountId
  requestedAt: Date
  expiresAt: Date
}

export const insertApproval = (tx: Tx, vendorId: VendorId, approval: NewApproval) =>
  tx
    .insertInto('approval')
    .values({
      vendor_id: vendorId,
      id: approval.id,
      kind: approval.kind,
      status: 'PENDING',
      amount_minor_unit: approval.amountMinorUnit,
      currency: approval.currency,
      reason: approval.reason,
      subject_id: approval.subjectId,
      payload: approval.payload,
      requested_by: approval.requestedBy,
      requested_at: approval.requestedAt,
      expires_at: approval.expiresAt,
    })
    .execute()

export const findPending = (db: Db, vendorId: VendorId, kind: ApprovalKind, subjectId: string, now: Date) =>
  db
    .selectFrom('approval')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** For operators, who pass only the approval's id. */
export const vendorOfApproval = (db: Db, id: string) =>
  db.selectFrom('approval').select('vendor_id as vendorId').where('id', '=', id).executeTakeFirst()

export const lockApproval = (tx: Tx, vendorId: VendorId, id: string) =>
  tx
    .selectFrom('approval')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

interface Decision {
  status: 'APPROVED' | 'REJECTED'
  decided_by: AccountId
  decided_at: Date
  decision_reason: string | null
  result: Plain | null
}

export const setDecision = async (tx: Tx, vendorId: VendorId, id: string, decision: Decision) => {
  const { numUpdatedRows } = await tx
    .updateTable('approval')
    .set(decision)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Requests of one operator, for all vendors. */
export const rejectPendingOf = (tx: Tx, requestedBy: AccountId, decision: Decision) =>
  tx
    .updateTable('approval')
    .set(decision)
    .where('requested_by', '=', requestedBy)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', decision.decided_at)
    .returning(['id', 'vendor_id as vendorId', 'kind', 'amount_minor_unit as amountMinorUnit', 'currency'])
    .execute()

export const insertUnapproved = (
  tx: Tx,
  vendorId: VendorId,
  action: { id: string; operatorId: AccountId; kind: ApprovalKind; amountMinorUnit: bigint; now: Date },
) =>
  tx
    .insertInto('unapproved_action')
    .values({
      vendor_id: vendorId,
      id: action.id,
      operator_id: action.operatorId,
      kind: action.kind,
      amount_minor_unit: action.amountMinorUnit,
      created_at: action.now,
    })
    .execute()

export const sumUnapproved = async (
  db: Db,
  vendorId: VendorId,
  of: { operatorId: AccountId; kind: ApprovalKind; since: Date },
) => {
  const row = await db
    .selectFrom('unapproved_action')
    .select((eb) => eb.fn.sum<string | null>('amount_minor_unit').as('sum'))
    .where('vendor_id', '=', vendorId)
    .where('operator_id', '=', of.operatorId)
    .where('kind', '=', of.kind)
    .where('created_at', '>', of.since)
    .executeTakeFirst()
  return BigInt(row?.sum ?? 0)
}

// For operators, who see all vendors.

const isPending = (now: Date) => sql<boolean>`(approval.status = 'PENDING' and approval.expires_at > ${now})`

const shownApprovals = (db: Db) =>
  db
    .selectFrom('approval')
    .innerJoin('vendor', (join) => join.onRef('approval.vendor_id', '=', 'vendor.id'))
    .selectAll('approval')
    .select('vendor.company_name')

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof findApproval>>>

export const findApproval = (db: Db, id: string) => shownApprovals(db).where('approval.id', '=', id).executeTakeFirst()

/** Pending requests first, then the newest. A cursor is `P` or `D` (pending, decided) and the id of its row. */
export const listApprovals = (db: Db, status: ApprovalStatus | undefined, slice: Slice, now: Date) =>
  shownApprovals(db)
    .where(withStatus(status, now))
    .$if(slice.after !== undefined, (query) => query.where(isBehind(slice.after as string, now)))
    .orderBy(isPending(now), 'desc')
    .orderBy('approval.id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

export const countApprovals = async (db: Db, status: ApprovalStatus | undefined, now: Date) => {
  const row = await db
    .selectFrom('approval')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where(withStatus(status, now))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

const withStatus = (status: ApprovalStatus | undefined, now: Date) => {
  if (status === undefined) return sql<SqlBool>`true`
  if (status === 'PENDING') return sql<SqlBool>`${isPending(now)}`
  if (status === 'EXPIRED') return sql<SqlBool>`approval.status = 'PENDING' and approval.expires_at <= ${now}`
  return sql<SqlBool>`approval.status = ${status}`
}

const isBehind = (after: string, now: Date) =>
  sql<SqlBool>`(${isPending(now)}, approval.id) < (${after.startsWith('P')}::boolean, ${after.slice(1)}::uuid)`
