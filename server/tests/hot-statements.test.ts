import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { VendorId } from '../src/domain/ids.ts'
import { listCampaigns } from '../src/features/campaigns/lifecycle/lifecycle.sql.ts'
import { runningCampaignsForShare } from '../src/features/campaigns/running-campaigns.sql.ts'
import { audienceQuery, countAudience, countMissingKeys } from '../src/features/contacts/audience/audience.sql.ts'
import { countContacts, listContacts } from '../src/features/contacts/sql.ts'
import { findLastRecipientHash, insertRecipients } from '../src/features/messages/campaign/recipients.sql.ts'
import { claimCampaignMessages } from '../src/features/messages/sending/claim.sql.ts'
import {
  insertRelayPlaces,
  leaseCampaignMessages,
  leaseSingles,
} from '../src/features/messages/sending/lease.cross-vendor.sql.ts'
import { claimDue, clearBodies, deleteSettled } from '../src/features/webhook-intake/cross-vendor.sql.ts'
import { type Db, inTransaction } from '../src/platform/db/db.ts'
import { newId } from '../src/platform/ids.ts'
import { openPlanning, type PlanNode, type Statement, withoutStatistics } from './support/database/plans.ts'
import { givenSending, newPayer } from './support/messaging/settlement.ts'

/** Tables that grow with use. Scanning one of them costs as much as all vendors together. */
const LARGE = ['campaign', 'contact', 'contact_list_member', 'message', 'opt_out', 'webhook_inbox']
const OTHERS = 6_000
const WEBHOOKS = 20_000
const OWN = 200

const now = new Date()
const page = { number: 1, limit: 50, offset: 0, after: undefined }
const later = { ...page, number: 2, after: newId<'contact'>() as string }
const everybody = {
  label: undefined,
  list: undefined,
  search: undefined,
  countryCode: undefined,
  isOptedOut: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
}
const allCampaigns = { status: undefined, createdFrom: undefined, createdBefore: undefined }

/** Statements that run often or hold others up, and the index without which a plan would be wrong. docs/plans.md. */
const HOT = {
  'relay, campaigns': 'message_queued',
  'relay, single messages': 'message_queued_single',
  'claim of a batch': 'message_pkey',
  'list of contacts, first page': undefined,
  'list of contacts, later page': undefined,
  'number of contacts': undefined,
  'list of campaigns, first page': 'campaign_pkey',
  'list of campaigns, later page': 'campaign_pkey',
  'preview, recipients': undefined,
  'preview, missing values': undefined,
  'expansion, progress': 'message_recipient_unique',
  'expansion, a chunk': undefined,
  'webhooks, claim': 'webhook_inbox_due_by_lane',
  'webhooks, bodies to delete': 'webhook_inbox_kept',
  'webhooks, rows to delete': 'webhook_inbox_settled',
}
type Hot = keyof typeof HOT

let planning: Awaited<ReturnType<typeof openPlanning>>
const statements = new Map<string, Statement[]>()

beforeAll(async () => {
  planning = await openPlanning()
  const { db } = planning
  await withoutStatistics(db, LARGE)
  const [others, own] = [await newPayer(db), await newPayer(db)]
  await fill(db, others, OTHERS)
  const listId = await fill(db, own, OWN)
  await sql`
    insert into webhook_inbox (id, source, is_bulk, event_key, received_at, next_try_at, status, processed_at)
    select gen_random_uuid(), 'GATEWAY', false, sha256(uuid_send(gen_random_uuid())), ${now}, ${now}, 'DONE', ${now}
      from generate_series(1, ${WEBHOOKS}) n`.execute(db)
  const { campaignId, messages } = await givenSending(db, own, Array<number>(100).fill(10), { status: 'QUEUED' })
  const audience = { listId, asOf: now, requiredKeys: ['city'], excludeCountries: ['US'] }
  const campaigns = [{ vendorId: own, campaignId }]
  const limits = { capacity: 500, perVendor: 50, perIdleVendor: 50, perPoll: 500 }
  const requested = messages.map(({ id }) => ({ id, routeHash: Buffer.alloc(32, 1) }))
  const within = (run: (tx: Parameters<typeof clearBodies>[0]) => Promise<unknown>) => () => inTransaction(db, run)

  const hot: Record<Hot, () => Promise<unknown>> = {
    'relay, campaigns': async () => {
      await insertRelayPlaces(db, campaigns)
      await leaseCampaignMessages(db, campaigns, limits, 30, now)
    },
    'relay, single messages': () => leaseSingles(db, limits, 30, now),
    'claim of a batch': within((tx) =>
      claimCampaignMessages(tx, own, requested, runningCampaignsForShare(own, [campaignId]), 30, now),
    ),
    'list of contacts, first page': () => listContacts(db, own, everybody, page),
    'list of contacts, later page': () => listContacts(db, own, everybody, later),
    'number of contacts': () => countContacts(db, own, everybody),
    'list of campaigns, first page': () => listCampaigns(db, own, allCampaigns, page),
    'list of campaigns, later page': () => listCampaigns(db, own, allCampaigns, later),
    'preview, recipients': () => countAudience(db, own, audience),
    'preview, missing values': () => countMissingKeys(db, own, audience),
    'expansion, progress': () => findLastRecipientHash(db, own, campaignId),
    'expansion, a chunk': within((tx) => {
      const countries = [{ countryCode: 'IN', unitMinorUnit: 10n, remaining: 300 }]
      const chunk = { campaignId, category: 'MARKETING' as const, countries, now }
      const bounds = { after: Buffer.alloc(32, 1), before: Buffer.alloc(32, 200) }
      return insertRecipients(tx, own, { ...chunk, ...bounds }, audienceQuery(own, audience))
    }),
    'webhooks, claim': () => claimDue(db, { sources: ['PROVIDER'], isBulk: true, limit: 10 }, now, 30),
    'webhooks, bodies to delete': within((tx) => clearBodies(tx, { done: now, unsettled: now }, 1_000)),
    'webhooks, rows to delete': within((tx) => deleteSettled(tx, now, 1_000)),
  }
  for (const [name, run] of Object.entries(hot)) statements.set(name, await planning.statementsOf(run))
})

describe('no large table is read as a whole by:', () => {
  test.each(Object.keys(HOT))('%s, without statistics', async (name) => {
    expect(wholeTablesIn(await planOf(name))).toEqual([])
  })

  describe('with statistics:', () => {
    beforeAll(() => sql`analyze`.execute(planning.db))

    test.each(Object.entries(HOT))('%s', async (name, index) => {
      const nodes = await planOf(name)
      expect(wholeTablesIn(nodes)).toEqual([])
      if (index !== undefined) expect(nodes.map((node) => node['Index Name'])).toContain(index)
    })
  })
})

async function planOf(name: string): Promise<PlanNode[]> {
  const stated = statements.get(name) ?? []
  expect(stated.length).toBeGreaterThan(0)
  return (await Promise.all(stated.map(planning.planOf))).flat()
}

const wholeTablesIn = (nodes: readonly PlanNode[]) =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'])

/** Contacts on a list of which some opted out, campaigns, and settled messages of a vendor. */
async function fill(db: Db, vendorId: VendorId, count: number): Promise<string> {
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
        settled_as, wamid, due_at, created_at)
    select ${vendorId}, gen_random_uuid(), ${campaignId}, 'CAMPAIGN', sha256(uuid_send(gen_random_uuid())), 'IN',
        'UTILITY', 10, 'DELIVERED', 'CAPTURED', 'wamid.' || gen_random_uuid(), ${now}, ${now}
      from generate_series(1, ${count}) n`.execute(db)
  return listId
}
