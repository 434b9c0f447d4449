import type { VendorId } from '../../../domain/ids.ts'
import { requiredKeys, type VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { type Chunk, chunkAfter } from '../../../domain/messaging/expansion.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { audienceQuery } from '../../contacts/audience/audience.ts'
import {
  addRecipients,
  countRecipients,
  lastRecipientHash,
  type RecipientQuery,
  refreshStatistics,
} from '../../messages/campaign/recipients.ts'
import { readSnapshot } from '../../pricing/snapshot.ts'
import * as crossVendor from '../cross-vendor.sql.ts'
import type { CampaignRow } from '../lifecycle/lifecycle.sql.ts'
import * as sql from './launch.sql.ts'
import { failedRecipients } from './retry-failed.ts'

type ExpandDeps = Pick<Deps, 'db' | 'clock'>

/**
 * Writes the messages of a campaign in the order of the hashed numbers, one chunk per transaction. The last row written
 * is the only record of the progress, so that a crash loses at most the current chunk. Returns true when all messages
 * are written or no longer needed, and false when `mayContinue` returned false first.
 */
export async function expandCampaign(
  deps: ExpandDeps,
  vendorId: VendorId,
  campaignId: string,
  mayContinue: () => boolean = () => true,
): Promise<boolean> {
  let progress: Progress | undefined
  let written = 0
  // A run must write at least one row: otherwise its progress is not recorded, and every run would scan the same
  // chunks.
  do {
    const step = await inTransaction(deps.db, (tx) =>
      writeChunkWithin(tx, vendorId, campaignId, progress, deps.clock.now()),
    )
    crashPoint('campaign.chunk-committed')
    if (step === 'not-needed') return true
    written += step.written
    progress = step
    await refreshStatistics(deps.db, total(progress.counts))
    if (progress.after === 'end') {
      crashPoint('campaign.all-written')
      await inTransaction(deps.db, (tx) => sql.markExpanded(tx, vendorId, campaignId, deps.clock.now()))
      return true
    }
  } while (written === 0 || mayContinue())
  return false
}

/** Whether any campaign, of whatever vendor, does not have all its messages yet. */
export const isAnyExpanding = (db: Db): Promise<boolean> => crossVendor.hasUnfinishedExpansion(db)

/** What this run knows about the rows. It is valid as long as no other run has added any. */
interface Progress {
  last: Buffer | undefined
  counts: ReadonlyMap<string, number>
  /** Rows written in the last chunk. */
  written: number
  /** All recipients up to this hash have been added. */
  after: Buffer | 'end' | undefined
}

async function writeChunkWithin(
  tx: Tx,
  vendorId: VendorId,
  campaignId: string,
  known: Progress | undefined,
  now: Date,
): Promise<Progress | 'not-needed'> {
  await sql.lockExpansion(tx, vendorId, campaignId)
  const campaign = await sql.shareCampaign(tx, vendorId, campaignId)
  if (!campaign || !needsExpansion(campaign)) return 'not-needed'
  const before = await readProgress(tx, campaign, known)
  const chunk = chunkAfter(before.after, campaign.recipients)
  const added = await addChunk(tx, campaign, before.counts, chunk, now)
  crashPoint('campaign.chunk-written')
  return {
    last: await lastRecipientHash(tx, vendorId, campaignId),
    counts: addCounts(before.counts, added),
    written: total(added),
    after: chunk.before ?? 'end',
  }
}

const needsExpansion = ({ status, expanded_at }: CampaignRow) =>
  (status === 'RUNNING' || status === 'PAUSED') && expanded_at === null

async function readProgress(tx: Tx, { vendor_id: vendorId, id }: CampaignRow, known: Progress | undefined) {
  const last = await lastRecipientHash(tx, vendorId, id)
  const isCurrent = known && (last === known.last || (last && known.last?.equals(last)))
  if (isCurrent && known.after !== 'end') return { counts: known.counts, after: known.after }
  return { counts: await countRecipients(tx, vendorId, id), after: last }
}

async function addChunk(
  tx: Tx,
  campaign: CampaignRow,
  counts: ReadonlyMap<string, number>,
  { after, before }: Chunk,
  now: Date,
) {
  const { vendor_id: vendorId, id: campaignId, category } = campaign
  const { items } = await readSnapshot(tx, vendorId, campaign.snapshot_id ?? '')
  const countries = items.map(({ countryCode, unitMinorUnit, recipients }) => ({
    countryCode,
    unitMinorUnit,
    remaining: Math.max(0, recipients - (counts.get(countryCode) ?? 0)),
  }))
  const recipients = await recipientsOf(tx, campaign)
  return addRecipients(tx, vendorId, { campaignId, category, countries, after, before, now }, recipients)
}

/** The recipients that the launch counted and that may still be written to. */
async function recipientsOf(tx: Tx, campaign: CampaignRow): Promise<RecipientQuery> {
  const { vendor_id: vendorId, list_id: listId, launched_at: asOf, created_at } = campaign
  if (listId === null) return failedRecipients(tx, campaign)
  const keys = requiredKeys(campaign.variables as VariableMapping)
  return audienceQuery(vendorId, {
    listId,
    asOf: asOf ?? created_at,
    requiredKeys: keys,
    excludeCountries: campaign.exclude_countries,
  })
}

function addCounts(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) {
  return new Map([...a.keys(), ...b.keys()].map((country) => [country, (a.get(country) ?? 0) + (b.get(country) ?? 0)]))
}

const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0)
