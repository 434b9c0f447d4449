import { sql } from 'kysely'
import type { VendorAction } from '../../domain/accounts/vendor-actions.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { AuditDetails } from './cross-vendor.sql.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    vendor_audit_entry: {
      vendor_id: VendorId
      id: string
      at: Date
      actor_type: ActorType
      actor_id: string | null
      action: VendorAction
      subject_type: string
      subject_id: string
      details: AuditDetails
      personal_cipher: Buffer | null
    }
  }
}

type ActorType = 'MEMBER' | 'API_KEY' | 'HARKARA'

export interface NewEntry {
  id: string
  at: Date
  actor: { type: ActorType; id: string | null }
  action: VendorAction
  subjectType: string
  subjectId: string
  details: AuditDetails
  personalCipher: Buffer | null
}

export const insertVendorEntry = (tx: Tx, vendorId: VendorId, entry: NewEntry) =>
  tx
    .insertInto('vendor_audit_entry')
    .values({
      vendor_id: vendorId,
      id: entry.id,
      at: entry.at,
      actor_type: entry.actor.type,
      actor_id: entry.actor.id,
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      details: entry.details,
      personal_cipher: entry.personalCipher,
    })
    .execute()

/** `actor` is the id of an account or key, or HARKARA. `from` is included, `to` is not. */
interface VendorAuditFilter {
  actor: string | undefined
  action: VendorAction | undefined
  from: Date | undefined
  to: Date | undefined
}

export const listVendorEntries = (
  db: Db,
  vendorId: VendorId,
  filter: VendorAuditFilter,
  page: Pick<Page, 'after' | 'limit' | 'offset'>,
) =>
  entriesMatching(db, vendorId, filter)
    .select([
      'id',
      'at',
      'actor_type as actorType',
      'actor_id as actorId',
      'action',
      'subject_type as subjectType',
      'subject_id as subjectId',
      'details',
      'personal_cipher as personalCipher',
    ])
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countVendorEntries = async (db: Db, vendorId: VendorId, filter: VendorAuditFilter) => {
  const row = await entriesMatching(db, vendorId, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** What was sealed about members when they were removed. */
export const listRemovals = (db: Db, vendorId: VendorId, accountIds: readonly string[]) =>
  db
    .selectFrom('vendor_audit_entry')
    .select(['subject_id as accountId', 'personal_cipher as personalCipher'])
    .where('vendor_id', '=', vendorId)
    .where('action', '=', 'MEMBER_REMOVED')
    .where('subject_id', '=', sql<string>`any(${accountIds as string[]})`)
    .execute()

export const listKeyNames = (db: Db, vendorId: VendorId, keyIds: readonly string[]) =>
  db
    .selectFrom('vendor_audit_entry')
    .select(['subject_id as keyId', 'details'])
    .where('vendor_id', '=', vendorId)
    .where('action', 'in', ['API_KEY_CREATED', 'API_KEY_DELETED'])
    .where('subject_id', '=', sql<string>`any(${keyIds as string[]})`)
    .execute()

const entriesMatching = (db: Db, vendorId: VendorId, { actor, action, from, to }: VendorAuditFilter) =>
  db
    .selectFrom('vendor_audit_entry')
    .where('vendor_id', '=', vendorId)
    .$if(actor === 'HARKARA', (query) => query.where('actor_type', '=', 'HARKARA'))
    .$if(actor !== undefined && actor !== 'HARKARA', (query) => query.where('actor_id', '=', actor as string))
    .$if(action !== undefined, (query) => query.where('action', '=', action as VendorAction))
    .$if(from !== undefined, (query) => query.where('at', '>=', from as Date))
    .$if(to !== undefined, (query) => query.where('at', '<', to as Date))
