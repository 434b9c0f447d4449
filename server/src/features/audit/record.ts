import type { OperatorAction } from '../../domain/accounts/operator-actions.ts'
import { mustNotifyOwners } from '../../domain/accounts/owner-notifications.ts'
import {
  OPERATOR_ACTIONS_SHOWN,
  OPERATOR_DETAILS_SHOWN,
  type VendorAction,
} from '../../domain/accounts/vendor-actions.ts'
import { type AccountId, PLATFORM, type VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isCounted, readCount } from '../../platform/db/row-counts.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import * as sql from './cross-vendor.sql.ts'
import { notifyOwners } from './jobs.ts'
import { recordByHarkara } from './record-for-vendor.ts'

export interface AuditedAction {
  /** Null when the platform acts by itself. */
  operatorId: AccountId | null
  action: OperatorAction
  vendorId?: VendorId | null
  /** The kind and id of what was acted on. */
  subjectType: string
  subjectId: string
  /** Ids, amounts and fixed texts, never personal data. */
  details?: sql.AuditDetails
  /** The fields that the action changed. Empty: the subject was created or deleted. */
  before: sql.AuditDetails
  after: sql.AuditDetails
}

/**
 * Runs in the transaction of the action, so that neither exists without the other. What concerns a vendor and is not
 * internal also appears in the vendor's own log.
 */
export async function recordAction(tx: Tx, done: AuditedAction, now: Date) {
  const id = newId<'auditEntry'>()
  await sql.insertEntry(tx, {
    id,
    at: now,
    operator_id: done.operatorId,
    action: done.action,
    vendor_id: done.vendorId ?? null,
    subject_type: done.subjectType,
    subject_id: done.subjectId,
    details: done.details ?? {},
    before: done.before,
    after: done.after,
  })
  if (mustNotifyOwners(done)) await addToOutbox(tx, PLATFORM, notifyOwners, { entryId: id }, now)
  const { action, vendorId, subjectType, subjectId } = done
  if (!vendorId || !OPERATOR_ACTIONS_SHOWN.has(action)) return
  const details = Object.fromEntries(
    Object.entries(done.details ?? {}).filter(([name]) => OPERATOR_DETAILS_SHOWN.includes(name)),
  )
  await recordByHarkara(tx, vendorId, { action: action as VendorAction, subjectType, subjectId, details }, now)
}

/** For what is read again and again: one entry of an operator in that time is enough. */
export async function recordRepeatedAction(
  tx: Tx,
  done: AuditedAction & { operatorId: AccountId },
  { withinMs }: { withinMs: number },
  now: Date,
) {
  await sql.lockRecording(tx, done.operatorId, done.action)
  const since = new Date(now.getTime() - withinMs)
  if (!(await sql.isRecordedSince(tx, done.operatorId, done.action, since))) await recordAction(tx, done, now)
}

export const findAction = (db: Db, id: string) => sql.findEntry(db, id)

/** For operators, newest first. */
export async function listActions(db: Db, filter: sql.AuditFilter, page: Page) {
  const [rows, total] = await Promise.all([sql.listEntries(db, filter, page), countMatching(db, filter)])
  return { rows, total }
}

async function countMatching(db: Db, filter: sql.AuditFilter): Promise<number> {
  const { vendorId, action, operatorId, from, to } = filter
  const isByActionOnly = [vendorId, operatorId, from, to].every((criterion) => criterion === undefined)
  if (!isByActionOnly || !(await isCounted(db, PLATFORM))) return sql.countEntries(db, filter)
  return readCount(db, PLATFORM, 'AUDIT', action)
}
