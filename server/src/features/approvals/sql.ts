import { sql } from 'kysely'
import type { ApprovalKind, ApprovalStatus } from '../../domain/accounts/approval.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Ids, amounts and fixed texts, never personal data. */
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
      text_cipher: Buffer | null
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
      /** Null: the currency of the vendor's wallet. */
      currency: string | null
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
  textCipher: Buffer | null
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
      text_cipher: approval.textCipher,
      requested_by: approval.requestedBy,
      requested_at: approval.requestedAt,
      expires_at: approval.expiresAt,
    })
    .execute()

export const findPending = (db: Db, vendorId: VendorId, kind: ApprovalKind, subjectId: string, now: Date) =>
  db
    .selectFrom('approval')
    .select(['id', 'amount_minor_unit as amountMinorUnit'])
    .where('vendor_id', '=', vendorId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const lockApproval = (tx: Tx, vendorId: VendorId, id: string) =>
  tx
    .selectFrom('approval')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export interface Decision {
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

export const insertUnapproved = (
  tx: Tx,
  vendorId: VendorId,
  action: {
    id: string
    operatorId: AccountId
    kind: ApprovalKind
    amountMinorUnit: bigint
    currency: string
    now: Date
  },
) =>
  tx
    .insertInto('unapproved_action')
    .values({
      vendor_id: vendorId,
      id: action.id,
      operator_id: action.operatorId,
      kind: action.kind,
      amount_minor_unit: action.amountMinorUnit,
      currency: action.currency,
      created_at: action.now,
    })
    .execute()

export const sumUnapproved = async (
  db: Db,
  vendorId: VendorId,
  of: { operatorIds: readonly AccountId[]; kind: ApprovalKind; currency: string; since: Date },
) => {
  const row = await db
    .selectFrom('unapproved_action')
    .select((eb) => eb.fn.sum<string | null>('amount_minor_unit').as('sum'))
    .where('vendor_id', '=', vendorId)
    .where('operator_id', 'in', of.operatorIds)
    .where('kind', '=', of.kind)
    .where((eb) => eb.or([eb('currency', 'is', null), eb('currency', '=', of.currency)]))
    .where('created_at', '>', of.since)
    .executeTakeFirst()
  return BigInt(row?.sum ?? 0)
}

/** Serialises actions about payments without a vendor, which have no wallet to lock. */
export const lockActions = (tx: Tx, vendorId: VendorId) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`approval ${vendorId}`}, 0))`.execute(tx)

export const lockTexts = (tx: Tx, vendorId: VendorId) =>
  tx
    .selectFrom('approval')
    .select(['id', 'text_cipher'])
    .where('vendor_id', '=', vendorId)
    .where('text_cipher', 'is not', null)
    .forUpdate()
    .execute()

export const updateText = (tx: Tx, vendorId: VendorId, id: string, textCipher: Buffer | null) =>
  tx
    .updateTable('approval')
    .set({ text_cipher: textCipher })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()
