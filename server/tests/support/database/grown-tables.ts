import { sql } from 'kysely'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { Db } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import { givenSending } from '../messaging/settlement.ts'

/** The ids that statements about the vendor need. */
export interface Grown {
  listId: string
  /** Of all contacts with the label. */
  labelListId: string
  contactId: string
}

/** Rows of a vendor in every table that grows with use: `count` of most of them. */
export async function growTables(db: Db, vendorId: VendorId, count: number, now: Date): Promise<Grown> {
  const grown = await growContacts(db, vendorId, count, now)
  await growCampaigns(db, vendorId, count, now)
  await growBooks(db, vendorId, count, now)
  await growLogs(db, vendorId, count, now)
  return grown
}

/** Contacts with a label, on a list, of which some opted out. */
async function growContacts(db: Db, vendorId: VendorId, count: number, now: Date): Promise<Grown> {
  const listId = newId<'contactList'>()
  await db
    .insertInto('contact_list')
    .values({ vendor_id: vendorId, id: listId, name: 'all', kind: 'STATIC', created_at: now })
    .execute()
  await sql`
    insert into contact (vendor_id, id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, source,
        created_at, updated_at)
    select ${vendorId}, gen_random_uuid(), sha256(uuid_send(gen_random_uuid())), repeat('x', 150)::bytea, array[n],
        '{name,city}', 'IN', 'IMPORT', ${now}, ${now} from generate_series(1, ${count}) n`.execute(db)
  await sql`
    insert into contact_list_member (vendor_id, list_id, contact_id, added_at)
    select vendor_id, ${listId}, id, ${now} from contact where vendor_id = ${vendorId}`.execute(db)
  await sql`
    insert into opt_out (vendor_id, mobile_hash, reason, opted_out_at, asked_at)
    select vendor_id, mobile_hash, 'STOP', ${now}, ${now} from contact
     where vendor_id = ${vendorId} order by mobile_hash limit ${count / 4}`.execute(db)
  const labelId = newId()
  await sql`
    insert into label (vendor_id, id, name, folded, created_at) values (${vendorId}, ${labelId}, 'vip', 'vip', ${now})`.execute(
    db,
  )
  await sql`
    insert into contact_label (vendor_id, contact_id, label_id, added_at, place)
    select vendor_id, id, ${labelId}, ${now}, 1 from contact where vendor_id = ${vendorId}`.execute(db)
  await sql`
    insert into contact_audit (vendor_id, contact_id, revision, action, created_at)
    select vendor_id, id, 1, 'CREATE', ${now} from contact where vendor_id = ${vendorId}`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from contact where vendor_id = ${vendorId} limit 1`.execute(db)
  const labelListId = newId<'contactList'>()
  await db
    .insertInto('contact_list')
    .values({ vendor_id: vendorId, id: labelListId, name: 'labelled', kind: 'DYNAMIC', created_at: now })
    .execute()
  await db
    .insertInto('contact_list_label')
    .values({ vendor_id: vendorId, list_id: labelListId, label_id: labelId })
    .execute()
  return { listId, labelListId, contactId: rows[0]?.id ?? '' }
}

/** Campaigns that ended, and settled messages, which were sent during the last thirty days. */
async function growCampaigns(db: Db, vendorId: VendorId, count: number, now: Date) {
  const { campaignId } = await givenSending(db, vendorId, [10])
  await sql`
    insert into campaign
    select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'status', 'COMPLETED',
        'ended_at', ${now.toISOString()}::text, 'billing_closed_at', ${now.toISOString()}::text))).*
      from campaign c, generate_series(1, ${count / 10}) where c.vendor_id = ${vendorId} and c.id = ${campaignId}`.execute(
    db,
  )
  await sql`
    insert into message (vendor_id, id, campaign_id, kind, mobile_hash, country_code, category, cost_minor_unit, status,
        settled_as, wamid, due_at, created_at, sent_at)
    select ${vendorId}, gen_random_uuid(), ${campaignId}, 'CAMPAIGN', sha256(uuid_send(gen_random_uuid())), 'IN',
        'UTILITY', 10, 'DELIVERED', 'CAPTURED', 'wamid.' || gen_random_uuid(), ${now}, ${now},
        ${now}::timestamptz - n % (30 * 24 * 60) * interval '1 minute'
      from generate_series(1, ${count}) n`.execute(db)
}

/** Entries of the ledger, and jobs that are due tomorrow. */
async function growBooks(db: Db, vendorId: VendorId, count: number, now: Date) {
  await sql`
    insert into wallet_transaction (vendor_id, sequence, id, wallet_id, type, amount_minor_unit, bonus_minor_unit,
        balance_after_minor_unit, bonus_after_minor_unit, currency, amount_inr_paise, exchange_rate_used, is_rate_stale,
        description, idempotency_key, prev_hash, hash, created_at)
    select ${vendorId}, 1000000 + n, gen_random_uuid(), (select id from wallet where vendor_id = ${vendorId}), 'DEBIT', 1,
        0, 1, 0, 'INR', 1, 1, false, 'a charge', gen_random_uuid()::text, sha256(''), sha256(''), ${now}
      from generate_series(1, ${count}) n`.execute(db)
  await sql`
    insert into outbox_event (vendor_id, id, job_name, payload, due_at, created_at)
    select ${vendorId}, gen_random_uuid(), 'test.job', '{}', ${now}::timestamptz + interval '1 day', ${now}
      from generate_series(1, ${count}) n`.execute(db)
}

/** Entries of audit logs, and dead letters: ten jobs, otherwise messages. */
export async function growLogs(db: Db, vendorId: VendorId, count: number, now: Date) {
  await sql`
    insert into audit_entry (id, at, action, vendor_id, subject_type, subject_id, details)
    select gen_random_uuid(), ${now}, 'VENDOR_READ', ${vendorId}, 'vendor', ${vendorId}::text, '{}'
      from generate_series(1, ${count}) n`.execute(db)
  await sql`
    insert into vendor_audit_entry (vendor_id, id, at, actor_type, action, subject_type, subject_id, details)
    select ${vendorId}, gen_random_uuid(), ${now}, 'HARKARA', 'SIGNED_IN', 'account', 'x', '{}'
      from generate_series(1, ${count}) n`.execute(db)
  await sql`
    insert into dead_letter (vendor_id, id, kind, name, payload, reason, attempts, created_at)
    select ${vendorId}, gen_random_uuid(), case when n <= 10 then 'JOB' else 'MESSAGE' end, 'test', '{}', 'a test', 1, ${now}
      from generate_series(1, ${count}) n`.execute(db)
}
