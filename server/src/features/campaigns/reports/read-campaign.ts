import type { VendorId } from '../../../domain/ids.ts'
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../domain/messaging/campaign.ts'
import type { VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { msToSend } from '../../../domain/messaging/sending-pace.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { PAUSE_SENTENCES } from '../../../domain/notices/campaign.ts'
import { type Db, inSnapshot } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Slice } from '../../../platform/http/pagination.ts'
import type { Skipped } from '../../contacts/audience/audience.ts'
import {
  countQueuedAndFailed,
  failuresOf,
  type Tally,
  tallyMessages,
} from '../../messages/campaign/campaign-messages.ts'
import { readSnapshot } from '../../pricing/snapshot.ts'
import { presentLeftOut } from '../../quotations/present.ts'
import { readHold } from '../../wallet/read.ts'
import { closesBy } from '../lifecycle/close.ts'
import { campaignOf } from '../lifecycle/find-campaign.ts'
import * as sql from '../lifecycle/lifecycle.sql.ts'
import type { CampaignView } from './views.ts'

export const listCampaigns = (
  db: Db,
  vendorId: VendorId,
  filter: { status: CampaignStatus | undefined },
  slice: Slice,
) =>
  inSnapshot(db, async (db) => {
    const [rows, total] = await Promise.all([
      sql.listCampaigns(db, vendorId, filter, slice),
      sql.countCampaigns(db, vendorId, filter),
    ])
    return { campaigns: await Promise.all(rows.map(await rowsBy(db, vendorId, rows))), total }
  })

/** How far each of them is, counted for all at once but for those few whose messages are still being written. */
async function rowsBy(db: Db, vendorId: VendorId, rows: readonly sql.CampaignRow[]) {
  const ids = rows.filter(({ launched_at }) => launched_at).map(({ id }) => id)
  const { open, failed } = await countQueuedAndFailed(db, vendorId, ids)
  return async (row: sql.CampaignRow) => ({
    ...presentSummary(row),
    unsentCount: isWritten(row) ? (open.get(row.id) ?? 0) : unsentOf(row, await tallyMessages(db, vendorId, row.id)),
    failedCount: failed.get(row.id) ?? 0,
  })
}

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Counts, failures and money are of one moment: money that came back belongs to messages that the answer counts. */
export const readCampaign = (deps: ReadDeps, vendorId: VendorId, id: string): Promise<CampaignView> =>
  inSnapshot(deps.db, (db) => readIn(db, deps, vendorId, id))

async function readIn(
  db: Db,
  { clock, config }: Pick<ReadDeps, 'clock' | 'config'>,
  vendorId: VendorId,
  id: string,
): Promise<CampaignView> {
  const campaign = await campaignOf(db, vendorId, id)
  const tally = await tallyMessages(db, vendorId, id)
  const unsent = unsentOf(campaign, tally)
  const total = isWritten(campaign) ? tally.total : campaign.recipients
  const done = total - unsent
  const isRunning = campaign.status === 'RUNNING'
  return {
    ...presentSummary(campaign),
    counts: tally.counts,
    readCount: tally.read,
    failures: tally.counts.FAILED > 0 ? await failuresOf(db, vendorId, id, clock.now()) : [],
    variables: campaign.variables as VariableMapping,
    progress: { total, done, percent: total === 0 ? 100 : Math.floor((100 * done) / total) },
    endsAt: isRunning ? endOf(unsent, config.DISPATCH_RATE_PER_SECOND, clock.now()) : null,
    cost: await costOf(db, campaign, tally),
  }
}

/** If nobody else sent anything: this is asked for often, and what others have waiting is not counted each time. */
const endOf = (unsent: number, rate: number, now: Date) =>
  new Date(now.getTime() + msToSend({ recipients: unsent, own: 0, others: [] }, rate)).toISOString()

/** Those whose messages may have left in a period. */
export const campaignsBetween = (db: Db, vendorId: VendorId, from: Date, until: Date) =>
  sql.idsBetween(db, vendorId, from, until)

/** How many there are in each state. */
export async function countCampaigns(db: Db, vendorId: VendorId): Promise<Record<CampaignStatus, number>> {
  const counts = new Map((await sql.countByStatus(db, vendorId)).map(({ status, count }) => [status, Number(count)]))
  return Object.fromEntries(CAMPAIGN_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    CampaignStatus,
    number
  >
}

/** Waiting to be sent, those included whom no row stands for yet. */
const unsentOf = (campaign: sql.CampaignRow, { counts, total }: Tally) =>
  counts.QUEUED + counts.SENDING + (isWritten(campaign) ? 0 : campaign.recipients - total)

/** All its messages have rows: no more will be written. */
const isWritten = (campaign: sql.CampaignRow) => campaign.expanded_at !== null || campaign.ended_at !== null

async function costOf(db: Db, campaign: sql.CampaignRow, tally: Tally): Promise<CampaignView['cost']> {
  const { vendor_id: vendorId, id, snapshot_id: snapshotId } = campaign
  const priced = snapshotId === null ? undefined : await readSnapshot(db, vendorId, snapshotId)
  const hold = await readHold(db, vendorId, id)
  const fee = priced?.platformFeeMinorUnit ?? 0n
  // Then its price is of what had not left alone.
  const isPricedAnew = campaign.former_snapshot_ids.length > 0
  const { refundedMinorUnit } = tally
  const reserved = hold?.amountMinorUnit ?? 0n
  const captured = hold?.capturedMinorUnit ?? 0n
  const returned = hold?.returnedMinorUnit ?? 0n
  return {
    estimatedMinorUnit: toJsonInteger(isPricedAnew ? tally.costMinorUnit + fee : (priced?.totalMinorUnit ?? 0n)),
    platformFeeMinorUnit: toJsonInteger(fee),
    reservedMinorUnit: toJsonInteger(reserved),
    capturedMinorUnit: toJsonInteger(captured),
    refundedMinorUnit: toJsonInteger(refundedMinorUnit),
    releasedMinorUnit: toJsonInteger(returned - refundedMinorUnit),
    heldMinorUnit: toJsonInteger(reserved - captured - returned),
    heldUntil: campaign.billing_closed_at ? null : (closesBy(campaign)?.toISOString() ?? null),
  }
}

export const leftOutOf = (row: sql.CampaignRow) => ({
  skipped: row.skipped as Skipped[],
  excludeCountries: row.exclude_countries,
})

const presentSummary = (row: sql.CampaignRow) => ({
  id: row.id,
  name: row.name,
  status: row.status,
  pauseReason: row.pause_reason,
  pauseExplanation: row.pause_reason && Object.values(PAUSE_SENTENCES[row.pause_reason]).join(' '),
  templateId: row.template_id,
  templateName: row.template_name,
  language: row.language,
  category: row.category,
  contactListId: row.list_id,
  quotationId: row.quotation_id,
  parentCampaignId: row.parent_campaign_id,
  recipients: row.recipients,
  ...presentLeftOut(leftOutOf(row)),
  currency: row.currency,
  scheduledAt: row.scheduled_at?.toISOString() ?? null,
  launchedAt: row.launched_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  billingClosedAt: row.billing_closed_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})
