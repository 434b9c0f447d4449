// An operator's action concerns one vendor or none, and operators read all of them.

import { sql } from 'kysely'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'

export type AuditDetails = Record<string, string | number | boolean | null>

declare module '../../platform/db/tables.ts' {
  interface Tables {
    audit_entry: {
      id: string
      at: Date
      operator_id: AccountId | null
      action: string
      vendor_id: VendorId | null
      subject_type: string
      subject_id: string
      details: AuditDetails
      before: AuditDetails | null
      after: AuditDetails | null
    }
  }
}

export const insertEntry = (
  tx: Tx,
  entry: {
    id: string
    at: Date
    operator_id: AccountId | null
    action: string
    vendor_id: VendorId | null
    subject_type: string
    subject_id: string
    details: AuditDetails
    before: AuditDetails | null
    after: AuditDetails | null
  },
) => tx.insertInto('audit_entry').values(entry).execute()

/** Serialises the entries of one operator about one action. */
export const lockRecording = (tx: Tx, operatorId: AccountId, action: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${operatorId} ${action}`}, 0))`.execute(tx)

export const isRecordedSince = async (db: Db, operatorId: AccountId, action: string, since: Date) => {
  const entry = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', '=', action)
    .where('operator_id', '=', operatorId)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

export interface AuditFilter {
  vendorId: string | undefined
  action: string | undefined
  operatorId?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}

const SHOWN = [
  'id',
  'at',
  'operator_id as operatorId',
  'action',
  'vendor_id as vendorId',
  'subject_type as subjectType',
  'subject_id as subjectId',
  'details',
  'before',
  'after',
] as const

export const findEntry = (db: Db, id: string) =>
  db.selectFrom('audit_entry').select(SHOWN).where('id', '=', id).executeTakeFirstOrThrow()

export const listEntries = (db: Db, filter: AuditFilter, page: Page) =>
  entriesMatching(db, filter)
    .select(SHOWN)
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countEntries = async (db: Db, filter: AuditFilter) => {
  const row = await entriesMatching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

const entriesMatching = (db: Db, { vendorId, action, operatorId, from, to }: AuditFilter) =>
  db
    .selectFrom('audit_entry')
    .$if(vendorId !== undefined, (query) => query.where('vendor_id', '=', vendorId as VendorId))
    .$if(action !== undefined, (query) => query.where('action', '=', action as string))
    .$if(operatorId !== undefined, (query) => query.where('operator_id', '=', operatorId as AccountId))
    .$if(from !== undefined, (query) => query.where('at', '>=', from as Date))
    .$if(to !== undefined, (query) => query.where('at', '<', to as Date))
