import { sql } from 'kysely'
import type { CallbackStatus } from '../../../src/domain/messaging/settlement.ts'
import { campaignSweep } from '../../../src/features/campaigns/lifecycle/sweep.ts'
import { settleStatusUpdates } from '../../../src/features/messages/settlement/settle-status-updates.ts'
import { apiKeyOf, type TestProduct } from '../product.ts'
import { type GivenCampaign, givenCampaign } from './campaign-rows.ts'
import { bareSender, messagesOf, type SenderOptions } from './campaigns.ts'

export type KeyedSender = Awaited<ReturnType<typeof keyedSender>>

/** A sender that uses an API key, so that nobody has to register and no worker has to run. */
export async function keyedSender(product: TestProduct, options: SenderOptions = {}) {
  const sender = await bareSender(product, options)
  return { ...sender, token: await apiKeyOf(product, sender.vendorId) }
}

/** A sender with a running campaign of this many messages, at 100 each. */
export async function runningCampaign(product: TestProduct, contacts: number, given: GivenCampaign = {}) {
  const sender = await keyedSender(product, { contacts })
  return { ...sender, campaignId: await givenCampaign(product, sender, given) }
}

/** Runs the sweep once, now or this many seconds later. */
export async function sweepOnce({ deps }: TestProduct, secondsLater = 0) {
  const now = new Date(deps.clock.now().getTime() + secondsLater * 1_000)
  await campaignSweep()({ ...deps, clock: { ...deps.clock, now: () => now } })
}

let accepted = 0
/** Marks queued messages of a campaign as accepted by the provider and returns their provider ids. */
export async function accept({ deps }: TestProduct, campaignId: string, count: number): Promise<string[]> {
  const wamids = Array.from({ length: count }, () => `wamid.${process.pid}.${++accepted}`)
  await sql`
    update message m set status = 'SENT', wamid = w.wamid, sent_at = ${deps.clock.now()}
      from (select id, row_number() over (order by id) as n from message
             where campaign_id = ${campaignId} and status = 'QUEUED' order by id limit ${count}) picked
      join unnest(${wamids}::text[]) with ordinality as w (wamid, n) using (n)
     where m.id = picked.id`.execute(deps.db)
  return wamids
}

/** Settles a status update of the provider for each of these messages. */
export const reportStatuses = (
  { deps }: TestProduct,
  wamids: readonly string[],
  status: CallbackStatus,
  errorCode?: number,
) =>
  settleStatusUpdates(
    deps,
    wamids.map((wamid) => ({ wamid, status, at: deps.clock.now(), errorCode })),
  )

export const setStatus = async (
  { deps }: TestProduct,
  campaignId: string,
  status: 'SENDING' | 'UNKNOWN',
  count: number,
) => {
  await sql`update message set status = ${status}, sending_until = ${status === 'SENDING' ? new Date(Date.now() + 600_000) : null}
     where id in (select id from message where campaign_id = ${campaignId} and status = 'QUEUED' order by id limit ${count})`.execute(
    deps.db,
  )
}

export const statusesOf = async (product: TestProduct, campaignId: string) => {
  const counts: Record<string, number> = {}
  for (const { status } of await messagesOf(product, campaignId)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Key and amount of the ledger entries of a campaign and its messages, in order. */
export const ledgerOf = async ({ deps }: TestProduct, vendorId: string) =>
  deps.db
    .selectFrom('wallet_transaction')
    .select(['type', 'idempotency_key as key', 'amount_minor_unit as amount'])
    .where(sql<boolean>`vendor_id = ${vendorId} and type <> 'CREDIT'`)
    .orderBy('sequence')
    .execute()

export const conversationsOf = ({ deps }: TestProduct, vendorId: string) =>
  deps.db
    .selectFrom('subscription')
    .select(['conversations_used as used', 'conversations_reserved as reserved'])
    .where(sql<boolean>`vendor_id = ${vendorId}`)
    .executeTakeFirstOrThrow()

export const notificationsOf = async ({ deps }: TestProduct, vendorId: string) => {
  const rows = await deps.db
    .selectFrom('notification')
    .select(['kind', 'parameters'])
    .where(sql<boolean>`vendor_id = ${vendorId} and kind like 'CAMPAIGN%'`)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, parameters }) => {
    const { pauseReason } = parameters as { pauseReason?: string }
    return pauseReason ? `${kind} ${pauseReason}` : kind
  })
}
