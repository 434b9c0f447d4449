// Operators see the approvals of all vendors and name one by its id alone.

import { type NotNull, type SqlBool, sql } from 'kysely'
import type { ApprovalKind, ApprovalStatus } from '../../domain/accounts/approval.ts'
import type { AccountId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { Decision } from './sql.ts'

/** For operators, who pass only the approval's id. */
export const vendorOfApproval = (db: Db, id: string) =>
  db.selectFrom('approval').select('vendor_id as vendorId').where('id', '=', id).executeTakeFirst()

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

/** A request without a decision is expired when its time has passed. */
export const expirePendingOf = (tx: Tx, requestedBy: AccountId, reason: string, now: Date) =>
  tx
    .updateTable('approval')
    .set({ expires_at: now, decision_reason: reason })
    .where('requested_by', '=', requestedBy)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .returning(['id', 'vendor_id as vendorId', 'kind', 'amount_minor_unit as amountMinorUnit', 'currency'])
    .execute()

export interface CountedActions {
  operatorIds: readonly AccountId[]
  kind: ApprovalKind
  since: Date
}

/** What one person moved for all vendors, by currency. Rows without one are older than what is added up. */
export const sumUnapproved = async (db: Db, { operatorIds, kind, since }: CountedActions) => {
  const rows = await db
    .selectFrom('unapproved_action')
    .select((eb) => ['currency', eb.fn.sum<string>('amount_minor_unit').as('sum')])
    .where('operator_id', 'in', operatorIds)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .where('currency', 'is not', null)
    .groupBy('currency')
    .$narrowType<{ currency: NotNull }>()
    .execute()
  return rows.map(({ currency, sum }) => ({ currency, sum: BigInt(sum) }))
}

/** Serialises the actions of accounts that count as one person. The oldest of them is whom the others count as. */
export const lockPerson = (tx: Tx, operatorIds: readonly AccountId[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`approvals by ${[...operatorIds].sort()[0]}`}, 0))`.execute(tx)

const isPending = (now: Date) => sql<boolean>`(approval.status = 'PENDING' and approval.expires_at > ${now})`

const shownApprovals = (db: Db) =>
  db
    .selectFrom('approval')
    .leftJoin('vendor', (join) => join.onRef('approval.vendor_id', '=', 'vendor.id'))
    .selectAll('approval')
    .select('vendor.company_name')

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof findApproval>>>

export const findApproval = (db: Db, id: string) => shownApprovals(db).where('approval.id', '=', id).executeTakeFirst()

/** Pending requests first, then the newest. A cursor is `P` or `D` (pending, decided) and the id of its row. */
export const listApprovals = (db: Db, status: ApprovalStatus | undefined, page: Page, now: Date) =>
  shownApprovals(db)
    .where(withStatus(status, now))
    .$if(page.after !== undefined, (query) => query.where(isBehind(page.after as string, now)))
    .orderBy(isPending(now), 'desc')
    .orderBy('approval.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
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
