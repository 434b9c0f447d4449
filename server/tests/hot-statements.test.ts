import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listEntries } from '../src/features/audit/cross-vendor.sql.ts'
import { listForVendor } from '../src/features/audit/read-for-vendor.ts'
import { listActions } from '../src/features/audit/record.ts'
import { listVendorEntries } from '../src/features/audit/vendor.sql.ts'
import { listCampaigns } from '../src/features/campaigns/lifecycle/lifecycle.sql.ts'
import { countCampaigns } from '../src/features/campaigns/reports/read-campaign.ts'
import { runningCampaignsForShare } from '../src/features/campaigns/running-campaigns.sql.ts'
import { audienceQuery, countAudience, countMissingKeys } from '../src/features/contacts/audience/audience.sql.ts'
import { findUnmodifiedSince, nextChangedByImport } from '../src/features/contacts/bulk/undo.sql.ts'
import { countMatching } from '../src/features/contacts/count.ts'
import { listLabels } from '../src/features/contacts/lists/labels.sql.ts'
import { listLists } from '../src/features/contacts/lists/lists.sql.ts'
import { listContacts, listHistory } from '../src/features/contacts/sql.ts'
import { readDashboard } from '../src/features/dashboard/read.ts'
import { listExpiredReplies } from '../src/features/dispatch/expired-replies.cross-vendor.sql.ts'
import { findLastRecipientHash, insertRecipients } from '../src/features/messages/campaign/recipients.sql.ts'
import { keepMessageCounts } from '../src/features/messages/counts/counters.ts'
import { readTallies } from '../src/features/messages/counts/tally.ts'
import { claimCampaignMessages } from '../src/features/messages/sending/claim.sql.ts'
import {
  insertRelayPlaces,
  leaseCampaignMessages,
  leaseSingles,
} from '../src/features/messages/sending/lease.cross-vendor.sql.ts'
import { listResumable } from '../src/features/messages/sending/sweep.cross-vendor.sql.ts'
import { readBacklog } from '../src/features/monitoring/cross-vendor.sql.ts'
import { leaseDue } from '../src/features/outbox/cross-vendor.sql.ts'
import { deleteLettersBefore } from '../src/features/outbox/dead-letters.cross-vendor.sql.ts'
import { findDeadLetter, listDeadLetters } from '../src/features/outbox/dead-letters.ts'
import {
  countTransactions,
  findTransactionById,
  findTransactionsByKey,
  ledgerAfter,
  listTransactions,
  sumLedger,
} from '../src/features/wallet/ledger/ledger.sql.ts'
import { claimDue, clearBodies, deleteSettled } from '../src/features/webhook-intake/cross-vendor.sql.ts'
import { OffsetClock } from '../src/platform/clock/clock.ts'
import type { Config } from '../src/platform/config/config.ts'
import { createKeyring } from '../src/platform/crypto/keyring.ts'
import { inTransaction } from '../src/platform/db/db.ts'
import { keepRowCounts } from '../src/platform/db/row-counts.ts'
import type { VendorPrincipal } from '../src/platform/http/principal.ts'
import { newId } from '../src/platform/ids.ts'
import { createLog } from '../src/platform/log.ts'
import { growTables } from './support/database/grown-tables.ts'
import { LARGE_TABLES } from './support/database/large-tables.ts'
import { openPlanning, type PlanNode, type Statement, withoutStatistics } from './support/database/plans.ts'
import { givenSending, newPayer } from './support/messaging/settlement.ts'

const OTHERS = 6_000
const WEBHOOKS = 20_000
const COUNTERS = 5_000
const OWN = 200

const now = new Date()
const aMomentAgo = new Date(now.getTime() - 1)
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
const allEntries = { vendorId: undefined, action: undefined }
const allActions = { actor: undefined, action: undefined, from: undefined, to: undefined }
const openWork = { kinds: ['WEBHOOK', 'JOB'] as const, isReplayed: false, isClosed: false }
const failedMessages = { kinds: ['MESSAGE'] as const, isReplayed: false, isClosed: false }
const allCampaigns = { status: undefined, createdFrom: undefined, createdBefore: undefined }

/** Statements that run often or hold others up, and the index without which a plan would be wrong. docs/plans.md. */
const HOT = {
  'relay, campaigns': 'message_queued',
  'relay, single messages': 'message_queued_single',
  'claim of a batch': 'message_pkey',
  'messages that may be funded': 'message_queued_single',
  'replies that are too late': 'message_queued_single',
  'list of contacts, first page': undefined,
  'list of contacts, later page': undefined,
  'number of contacts': 'row_count_pkey',
  'list of campaigns, first page': 'campaign_pkey',
  'list of campaigns, later page': 'campaign_pkey',
  'number of campaigns': 'row_count_pkey',
  'preview, recipients': undefined,
  'preview, missing values': undefined,
  'expansion, progress': 'message_recipient_unique',
  'expansion, a chunk': undefined,
  'webhooks, claim': 'webhook_inbox_due_by_lane',
  'webhooks, bodies to delete': 'webhook_inbox_kept',
  'webhooks, rows to delete': 'webhook_inbox_settled',
  'outbox, relay': 'outbox_event_waiting',
  'waiting work': 'outbox_event_waiting',
  dashboard: 'message_count_quarter_hour',
  'figures of campaigns': 'message_count_key',
  'ledger, first page': 'wallet_transaction_pkey',
  'ledger, later page': 'wallet_transaction_pkey',
  'ledger, entries of one type': 'wallet_transaction_type',
  'ledger, number of entries': undefined,
  'ledger, one entry by its id': undefined,
  'ledger, totals': undefined,
  'ledger, repeated charge': 'wallet_transaction_key_unique',
  'ledger, verification': 'wallet_transaction_pkey',
  'audit log of operators, any page': 'audit_entry_pkey',
  'audit log of operators, one vendor': 'audit_entry_vendor',
  'audit log of operators, one action': 'audit_entry_action',
  'audit log of a vendor, any page': 'vendor_audit_entry_pkey',
  'audit log of a vendor, number of entries': 'row_count_pkey',
  'audit log of operators, number of entries': 'row_count_pkey',
  'dead letters, any page': 'dead_letter_kind',
  'dead letters of messages, any page': 'dead_letter_kind',
  'dead letters of messages, number': 'row_count_pkey',
  'a dead letter by its id': 'dead_letter_id',
  'dead letters to delete': 'dead_letter_ended',
  'history of a contact': 'contact_audit_pkey',
  'labels, with their contacts': 'row_count_pkey',
  'lists, with their contacts': 'row_count_pkey',
  'list of contacts with a label': undefined,
  'list of contacts of a label list': undefined,
  'preview, recipients of a label list': undefined,
  'undo of an import': undefined,
}
type Hot = keyof typeof HOT

let planning: Awaited<ReturnType<typeof openPlanning>>
const statements = new Map<string, Statement[]>()

beforeAll(async () => {
  planning = await openPlanning()
  const { db } = planning
  await withoutStatistics(db, LARGE_TABLES)
  const [others, own] = [await newPayer(db), await newPayer(db)]
  await growTables(db, others, OTHERS, now)
  const { listId, labelListId, contactId } = await growTables(db, own, OWN, now)
  await sql`
    insert into webhook_inbox (id, source, is_bulk, event_key, received_at, next_try_at, status, processed_at)
    select gen_random_uuid(), 'GATEWAY', false, sha256(uuid_send(gen_random_uuid())), ${now}, ${now}, 'DONE', ${now}
      from generate_series(1, ${WEBHOOKS}) n`.execute(db)
  await keepRowCounts({ db, log: createLog('silent') })
  await keepMessageCounts({ db, log: createLog('silent') })
  await sql`
    insert into message_count (vendor_id, country_code, quarter_hour, status, messages, accepted, read, cost_minor_unit)
    select vendor_id, 'IN', ${now}::timestamptz - n * interval '3 hours', 'SENT', 1, 1, 0, 1
      from generate_series(1, ${COUNTERS}) n, (values (${own}::uuid), (gen_random_uuid())) vendors (vendor_id)`.execute(
    db,
  )
  await sql`
    insert into row_count (vendor_id, subject, key, rows)
    select gen_random_uuid(), 'COUNTRY', 'IN', n from generate_series(1, ${COUNTERS}) n`.execute(db)
  const { campaignId, messages } = await givenSending(db, own, Array<number>(100).fill(10), { status: 'QUEUED' })
  const audience = { listId, asOf: now, requiredKeys: ['city'], excludeCountries: ['US'] }
  const campaigns = [{ vendorId: own, campaignId }]
  const limits = { capacity: 500, perVendor: 50, perIdleVendor: 50, perPoll: 500 }
  const requested = messages.map(({ id }) => ({ id, routeHash: Buffer.alloc(32, 1) }))
  const keyring = createKeyring([{ id: 'test', bytes: Buffer.alloc(32, 1) }])
  await inTransaction(db, (tx) => keyring.create(tx, own))
  const dashboardDeps = {
    db,
    clock: new OffsetClock(),
    config: { DISPATCH_RATE_PER_SECOND: 50 } as Config,
    keyring,
  }
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
    'messages that may be funded': () => listResumable(db, 100),
    'replies that are too late': () => listExpiredReplies(db, now, 500),
    'list of contacts, first page': () => listContacts(db, own, everybody, page),
    'list of contacts, later page': () => listContacts(db, own, everybody, later),
    'number of contacts': () => countMatching(db, own, everybody),
    'list of campaigns, first page': () => listCampaigns(db, own, allCampaigns, page),
    'list of campaigns, later page': () => listCampaigns(db, own, allCampaigns, later),
    'number of campaigns': () => countCampaigns(db, own),
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
    'outbox, relay': () => leaseDue(db, now, undefined, 20),
    'waiting work': () => readBacklog(db, now),
    dashboard: () => readDashboard(dashboardDeps, { vendorId: own } as VendorPrincipal, {}),
    'figures of campaigns': () => readTallies(db, own, [campaignId]),
    'ledger, first page': () => listTransactions(db, own, {}, page),
    'ledger, later page': () => listTransactions(db, own, {}, { ...page, number: 2, after: '1000100' }),
    'ledger, entries of one type': () => listTransactions(db, own, { type: 'CREDIT' }, page),
    'ledger, number of entries': () => countTransactions(db, own, {}),
    'ledger, one entry by its id': () => findTransactionById(db, own, newId()),
    'ledger, totals': () => sumLedger(db, own),
    'ledger, repeated charge': () => findTransactionsByKey(db, own, ['charge-1', 'charge-2']),
    'ledger, verification': () => ledgerAfter(db, own, 1n, 1_000),
    'audit log of operators, any page': async () => {
      await listEntries(db, allEntries, page)
      await listEntries(db, allEntries, later)
    },
    'audit log of operators, one vendor': () => listEntries(db, { ...allEntries, vendorId: own }, page),
    'audit log of operators, one action': () => listEntries(db, { ...allEntries, action: 'PRICE_SET' }, page),
    'audit log of a vendor, any page': async () => {
      await listVendorEntries(db, own, allActions, page)
      await listVendorEntries(db, own, allActions, later)
    },
    'audit log of a vendor, number of entries': async () => {
      await listForVendor(db, own, allActions, page)
      await listForVendor(db, own, { ...allActions, action: 'SIGNED_IN' }, page)
    },
    'audit log of operators, number of entries': async () => {
      await listActions(db, allEntries, page)
      await listActions(db, { ...allEntries, action: 'VENDOR_READ' }, page)
    },
    'dead letters, any page': async () => {
      await listDeadLetters(db, openWork, page)
      await listDeadLetters(db, { ...openWork, isReplayed: undefined, isClosed: undefined }, later)
    },
    'dead letters of messages, any page': async () => {
      await listDeadLetters(db, failedMessages, page)
      await listDeadLetters(db, failedMessages, later)
    },
    'dead letters of messages, number': async () => {
      await listDeadLetters(db, { ...failedMessages, isReplayed: undefined, isClosed: undefined }, page)
      await listDeadLetters(db, { ...failedMessages, isReplayed: undefined, isClosed: true }, page)
    },
    'dead letters to delete': within((tx) => deleteLettersBefore(tx, aMomentAgo, 1_000)),
    'a dead letter by its id': () => findDeadLetter(db, newId()),
    'history of a contact': () => listHistory(db, own, contactId, page),
    'labels, with their contacts': () => listLabels(db, own, page, true),
    'lists, with their contacts': () => listLists(db, own, undefined, page, true),
    'list of contacts with a label': () => listContacts(db, own, { ...everybody, label: 'vip' }, page),
    'list of contacts of a label list': () =>
      listContacts(db, own, { ...everybody, list: { id: labelListId, kind: 'DYNAMIC' } }, page),
    'preview, recipients of a label list': () => countAudience(db, own, { ...audience, listId: labelListId }),
    'undo of an import': async () => {
      await nextChangedByImport(db, own, newId(), null, 500)
      await findUnmodifiedSince(db, own, newId(), [contactId])
    },
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
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE_TABLES.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'])
