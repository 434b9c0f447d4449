import type { VendorId } from '../../../domain/ids.ts'
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../domain/messaging/campaign.ts'
import type { VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { msToSend } from '../../../domain/messaging/sending/sending-pace.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { PAUSE_SENTENCES } from '../../../domain/notifications/campaign.ts'
import { type Db, inSnapshot } from '../../../platform/db/db.ts'
import { isCounted, readCount, readCounts } from '../../../platform/db/row-counts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type CreatedFilter, type Page, pageAfter } from '../../../platform/http/pagination.ts'
import type { Skipped } from '../../contacts/audience/audience.ts'
import { listFailures } from '../../messages/campaign/campaign-messages.ts'
import { readTallies, readTally, type Tally } from '../../messages/counts/tally.ts'
import { readSnapshot } from '../../pricing/snapshot.ts'
import { presentSkipped } from '../../quotations/present.ts'
import { readHold, readHolds } from '../../wallet/read.ts'
import { billingDeadline } from '../lifecycle/close.ts'
import { getCampaign } from '../lifecycle/find-campaign.ts'
import * as sql from '../lifecycle/lifecycle.sql.ts'
import type { CampaignView } from './views.ts'

type CampaignFilter = CreatedFilter & { status: CampaignStatus | undefined }

export const listCampaigns = (db: Db, vendorId: VendorId, filter: CampaignFilter, page: Page) =>
  inSnapshot(db, async (db) => {
    const [rows, total] = await Promise.all([
      sql.listCampaigns(db, vendorId, filter, page),
      countMatching(db, vendorId, filter),
    ])
    return { campaigns: rows.map(await summaryPresenter(db, vendorId, rows)), total }
  })

/** Messages of all campaigns at once; what they cost is read from the same snapshot. */
async function summaryPresenter(db: Db, vendorId: VendorId, rows: readonly sql.CampaignRow[]) {
  const launched = rows.filter(({ launched_at }) => launched_at)
  const tallies = await readTallies(db, vendorId, idsOf(launched))
  const holds = new Map((await readHolds(db, vendorId, idsOf(launched))).map((hold) => [hold.id, hold]))
  return (row: sql.CampaignRow) => {
    const tally = tallies.get(row.id)
    const { amountMinorUnit, capturedMinorUnit, returnedMinorUnit } = holds.get(row.id) ?? NO_HOLD
    return {
      ...presentSummary(row),
      unsentCount: tally ? unsentOf(row, tally) : 0,
      deliveredCount: tally?.counts.DELIVERED ?? 0,
      readCount: tally?.read ?? 0,
      failedCount: tally?.counts.FAILED ?? 0,
      spentMinorUnit: toJsonInteger(capturedMinorUnit),
      heldMinorUnit: toJsonInteger(amountMinorUnit - capturedMinorUnit - returnedMinorUnit),
    }
  }
}

const NO_HOLD = { amountMinorUnit: 0n, capturedMinorUnit: 0n, returnedMinorUnit: 0n }
const idsOf = (rows: readonly sql.CampaignRow[]) => rows.map(({ id }) => id)

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Counts, failures and money are read in one snapshot, so that refunds match the failures in the response. */
export const readCampaign = (deps: ReadDeps, vendorId: VendorId, id: string): Promise<CampaignView> =>
  inSnapshot(deps.db, (db) => readFromSnapshot(db, deps, vendorId, id))

async function readFromSnapshot(
  db: Db,
  { clock, config }: Pick<ReadDeps, 'clock' | 'config'>,
  vendorId: VendorId,
  id: string,
): Promise<CampaignView> {
  const campaign = await getCampaign(db, vendorId, id)
  const tally = await readTally(db, vendorId, id)
  const unsent = unsentOf(campaign, tally)
  const total = isExpanded(campaign) ? tally.total : campaign.recipients
  const done = total - unsent
  const isRunning = campaign.status === 'RUNNING'
  return {
    ...presentSummary(campaign),
    counts: tally.counts,
    readCount: tally.read,
    failures: tally.counts.FAILED > 0 ? await listFailures(db, vendorId, id, clock.now()) : [],
    variables: campaign.variables as VariableMapping,
    progress: { total, done, percent: total === 0 ? 100 : Math.floor((100 * done) / total) },
    endsAt: isRunning ? estimateEnd(unsent, config.DISPATCH_RATE_PER_SECOND, clock.now()) : null,
    cost: await costOf(db, campaign, tally),
  }
}

/** Ignores the messages of other vendors: the view is read often, and counting them each time would be slow. */
const estimateEnd = (unsent: number, rate: number, now: Date) =>
  new Date(now.getTime() + msToSend({ recipients: unsent, own: 0, others: [] }, rate)).toISOString()

/** The newest campaigns with this text in their name. */
export const findCampaignsByName = (db: Db, vendorId: VendorId, text: string, limit: number) =>
  sql.findByName(db, vendorId, text, limit)

/** Without counting their messages. */
export const newestCampaignIds = async (
  db: Db,
  vendorId: VendorId,
  status: CampaignStatus | undefined,
  limit: number,
) => idsOf(await sql.listCampaigns(db, vendorId, { status }, pageAfter(undefined, limit)))

/** How many recipients each campaign of a page has, without counting their messages. */
export const listRecipientCounts = async (db: Db, vendorId: VendorId, page: Page) =>
  (await sql.listCampaigns(db, vendorId, { status: undefined }, page)).map(({ id, recipients }) => ({ id, recipients }))

/** How many campaigns match: read from a counter where there is one, otherwise counted. */
async function countMatching(db: Db, vendorId: VendorId, filter: CampaignFilter): Promise<number> {
  const isOfPeriod = filter.createdFrom !== undefined || filter.createdBefore !== undefined
  return isOfPeriod || !(await isCounted(db, vendorId))
    ? sql.countCampaigns(db, vendorId, filter)
    : readCount(db, vendorId, 'CAMPAIGN', filter.status)
}

export async function countCampaigns(db: Db, vendorId: VendorId): Promise<Record<CampaignStatus, number>> {
  const rows = (await isCounted(db, vendorId))
    ? await readCounts(db, vendorId, 'CAMPAIGN')
    : await sql.countByStatus(db, vendorId)
  const counts = new Map(rows.map((row) => [row.key, row.rows]))
  return Object.fromEntries(CAMPAIGN_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    CampaignStatus,
    number
  >
}

/** Unsent messages, including recipients without a message row. */
const unsentOf = (campaign: sql.CampaignRow, { counts }: Pick<Tally, 'counts'>) => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return counts.QUEUED + counts.SENDING + (isExpanded(campaign) ? 0 : campaign.recipients - total)
}

/** No more message rows will be written. */
const isExpanded = (campaign: sql.CampaignRow) => campaign.expanded_at !== null || campaign.ended_at !== null

async function costOf(db: Db, campaign: sql.CampaignRow, tally: Tally): Promise<CampaignView['cost']> {
  const { vendor_id: vendorId, id, snapshot_id: snapshotId } = campaign
  const priced = snapshotId === null ? undefined : await readSnapshot(db, vendorId, snapshotId)
  const hold = await readHold(db, vendorId, id)
  const fee = priced?.platformFeeMinorUnit ?? 0n
  // After a repricing the snapshot covers only the messages that were unsent at that time.
  const isRepriced = campaign.former_snapshot_ids.length > 0
  const { refundedMinorUnit } = tally
  const reserved = hold?.amountMinorUnit ?? 0n
  const captured = hold?.capturedMinorUnit ?? 0n
  const returned = hold?.returnedMinorUnit ?? 0n
  return {
    estimatedMinorUnit: toJsonInteger(isRepriced ? tally.costMinorUnit + fee : (priced?.totalMinorUnit ?? 0n)),
    platformFeeMinorUnit: toJsonInteger(fee),
    reservedMinorUnit: toJsonInteger(reserved),
    capturedMinorUnit: toJsonInteger(captured),
    refundedMinorUnit: toJsonInteger(refundedMinorUnit),
    releasedMinorUnit: toJsonInteger(returned - refundedMinorUnit),
    heldMinorUnit: toJsonInteger(reserved - captured - returned),
    heldUntil: campaign.billing_closed_at ? null : (billingDeadline(campaign)?.toISOString() ?? null),
  }
}

export const skippedOf = (row: sql.CampaignRow) => ({
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
  ...presentSkipped(skippedOf(row)),
  currency: row.currency,
  scheduledAt: row.scheduled_at?.toISOString() ?? null,
  launchedAt: row.launched_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  billingClosedAt: row.billing_closed_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})
