import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { CallbackStatus, MessageStatus } from '../../../src/domain/messaging/settlement.ts'
import type { Category } from '../../../src/domain/money/pricing.ts'
import { settleStatusUpdates } from '../../../src/features/messages/settlement/settle-status-updates.ts'
import { reserveConversations } from '../../../src/features/subscriptions/usage/conversation-usage.ts'
import { tryHoldInFlight } from '../../../src/features/wallet/in-flight.ts'
import { moveMoney } from '../../../src/features/wallet/move-money.ts'
import { type Clock, OffsetClock } from '../../../src/platform/clock/clock.ts'
import { type Db, inTransaction, type Tx } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createLog } from '../../../src/platform/log.ts'
import type { StatusUpdate } from '../../../src/ports/provider-events.ts'
import { move, movement, newWallet } from '../money/wallets.ts'

/** The dependencies of settlement, without a product. */
export const settleDeps = (db: Db, clock: Clock = new OffsetClock()) => ({ db, clock, log: createLog('silent') })
export type SettleScene = ReturnType<typeof settleDeps>

const START = new Date('2026-10-03T10:00:00Z')
const CAP = 1_000_000n

/** A vendor with money and a plan. */
export async function newPayer(db: Db, balanceMinorUnit = 1_000_000): Promise<VendorId> {
  const vendorId = await newWallet(db)
  if (balanceMinorUnit > 0) await move(db, vendorId, [movement('CREDIT', balanceMinorUnit)])
  await db
    .insertInto('subscription')
    .values({
      vendor_id: vendorId,
      id: newId<'subscription'>(),
      plan: 'SMB',
      cycle: 'MONTHLY',
      status: 'ACTIVE',
      cycle_amount_paise: 249_900n,
      monthly_amount_paise: 249_900n,
      billing_cycle_start: START,
      billing_cycle_end: new Date('2100-01-01'),
      conversation_cap: CAP,
      cap_reset_date: new Date('2100-01-01'),
      last_paid_at: START,
      is_set_up: true,
      created_at: START,
      updated_at: START,
    })
    .execute()
  return vendorId
}

export interface GivenMessage {
  id: string
  wamid: string
  costMinorUnit: bigint
}

const newMessage = (cost: number): GivenMessage => ({
  id: newId<'message'>(),
  wamid: newWamid(),
  costMinorUnit: BigInt(cost),
})

interface Given {
  status?: MessageStatus
  /** False means that the provider's answer has not been stored yet. */
  hasWamid?: boolean
  category?: Category
}

export const newWamid = () => `wamid.${randomBytes(24).toString('base64')}`
const hashes = () => randomBytes(32)

/** A campaign that is being sent, with one message for each cost, and its money and conversations reserved. */
export async function givenSending(db: Db, vendorId: VendorId, costs: readonly number[], given: Given = {}) {
  const campaignId = newId<'campaign'>()
  const snapshotId = newId<'pricingSnapshot'>()
  const total = BigInt(costs.reduce((sum, cost) => sum + cost, 0))
  const messages = costs.map(newMessage)
  const now = new Date()
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('pricing_snapshot')
      .values({
        vendor_id: vendorId,
        id: snapshotId,
        category: 'MARKETING',
        currency: 'INR',
        exchange_rate_used: '83.33',
        rate_fetched_at: now,
        discount_percent: 0,
        items: sql`'[]'::jsonb`,
        messages_minor_unit: total,
        platform_fee_minor_unit: 0n,
        total_minor_unit: total,
        created_at: now,
      })
      .execute()
    await insertCampaign(tx, vendorId, campaignId, snapshotId, costs.length, now)
    if (total > 0n)
      await moveMoney(
        tx,
        vendorId,
        [movement('RESERVED', total, { hold: campaignId, idempotencyKey: `reserve-${campaignId}` })],
        now,
      )
    await reserveConversations(tx, vendorId, costs.length, now)
    await insertMessages(
      tx,
      vendorId,
      campaignId,
      messages,
      { status: 'SENDING', category: 'MARKETING', ...given },
      now,
    )
  })
  return { campaignId: campaignId as string, messages }
}

const insertCampaign = (tx: Tx, vendorId: VendorId, id: string, snapshotId: string, recipients: number, now: Date) =>
  tx
    .insertInto('campaign')
    .values({
      vendor_id: vendorId,
      id,
      name: 'A campaign',
      template_id: newId<'template'>(),
      template_name: 'hello',
      provider_name: 'h1_hello',
      language: 'en_US',
      category: 'MARKETING',
      components: '[]',
      variables: '{}',
      snapshot_id: snapshotId,
      currency: 'INR',
      status: 'RUNNING',
      launched_at: now,
      recipients,
      skipped: '[]',
      expanded_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()

async function insertMessages(
  tx: Tx,
  vendorId: VendorId,
  campaignId: string | null,
  messages: readonly GivenMessage[],
  { status = 'SENDING', hasWamid = status === 'SENT', category = 'SERVICE' }: Given,
  now: Date,
) {
  await sql`
    insert into message (vendor_id, id, campaign_id, kind, mobile_hash, country_code, category, cost_minor_unit, status,
        wamid, due_at, created_at)
    select ${vendorId}, id, ${campaignId}, ${campaignId ? 'CAMPAIGN' : 'REPLY'}, mobile_hash, 'IN', ${category}, cost,
        ${status}, wamid, ${now}, ${now}
      from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(hashes)}::bytea[],
        ${messages.map(({ costMinorUnit }) => costMinorUnit)}::bigint[],
        ${messages.map(({ wamid }) => (hasWamid ? wamid : null))}::text[]) as m (id, mobile_hash, cost, wamid)`.execute(
    tx,
  )
}

/** Messages outside campaigns that a worker has just claimed, unless `given` says otherwise. */
export async function givenSingles(db: Db, vendorId: VendorId, costs: readonly number[], given: Given = {}) {
  const messages = costs.map(newMessage)
  await inTransaction(db, async (tx) => {
    for (const { costMinorUnit } of messages)
      if (!(await tryHoldInFlight(tx, vendorId, costMinorUnit))) throw new Error('the wallet does not cover it')
    await insertMessages(tx, vendorId, null, messages, given, new Date())
  })
  return messages
}

/** A status update of the provider. */
export const statusUpdate = (
  { id, wamid }: Pick<GivenMessage, 'id' | 'wamid'>,
  status: CallbackStatus,
  more: Partial<StatusUpdate> = {},
): StatusUpdate => ({
  wamid,
  reference: id,
  status,
  at: new Date('2026-10-03T12:00:00Z'),
  ...(status === 'failed' && { errorCode: 131_026 }),
  ...more,
})

export const settleUpdates = (deps: SettleScene, updates: readonly StatusUpdate[]) => settleStatusUpdates(deps, updates)

export const messageRow = (db: Db, { id }: { id: string }) =>
  db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Balance, hold and conversations together. */
export async function booksOf(db: Db, vendorId: VendorId, campaignId?: string) {
  const wallet = await db.selectFrom('wallet').selectAll().where('vendor_id', '=', vendorId).executeTakeFirstOrThrow()
  const hold = await db
    .selectFrom('wallet_hold')
    .selectAll()
    .where('id', '=', campaignId ?? vendorId)
    .executeTakeFirst()
  const plan = await db
    .selectFrom('subscription')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return {
    balance: Number(wallet.balance_minor_unit),
    reserved: Number(wallet.reserved_minor_unit),
    inFlight: Number(wallet.in_flight_minor_unit),
    captured: Number(hold?.captured_minor_unit ?? 0),
    returned: Number(hold?.returned_minor_unit ?? 0),
    conversations: { used: Number(plan.conversations_used), reserved: Number(plan.conversations_reserved) },
  }
}

/** The keys of the ledger entries about messages, in order. */
export async function messageMoney(db: Db, vendorId: VendorId) {
  const rows = await db
    .selectFrom('wallet_transaction')
    .select(['type', 'idempotency_key as key', 'amount_minor_unit as amount'])
    .where('vendor_id', '=', vendorId)
    .where('reference_type', '=', 'MESSAGE')
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, key, amount }) => ({ type, key, amount: Number(amount) }))
}
