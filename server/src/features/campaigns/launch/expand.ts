import type { VendorId } from '../../../domain/ids.ts'
import { requiredKeys, type VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { type Chunk, chunkAfter } from '../../../domain/messaging/expansion.ts'
import { crashPoint } from '../../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { HandlersFor } from '../../../platform/jobs.ts'
import { RetryLater } from '../../../ports/queue.ts'
import { audienceQuery } from '../../contacts/audience/audience.ts'
import {
  addRecipients,
  countRecipients,
  lastRecipient,
  type RecipientQuery,
  refreshStatistics,
} from '../../messages/campaign/recipients.ts'
import { readSnapshot } from '../../pricing/snapshot.ts'
import type * as jobs from '../jobs.ts'
import { failExpansion } from '../lifecycle/fail-expansion.ts'
import type { CampaignRow } from '../lifecycle/lifecycle.sql.ts'
import * as sql from './launch.sql.ts'
import { failedRecipients } from './retry-failed.ts'

type ExpandDeps = Pick<Deps, 'db' | 'clock'>

/** Then others have their turn: a large campaign must not hold up a small one. */
const TURN_MS = 2_000

export const campaignJobs: HandlersFor<typeof jobs> = {
  expandCampaign: {
    async run(deps, vendorId, { campaignId }) {
      const until = performance.now() + TURN_MS
      if (!(await expand(deps, vendorId, campaignId, () => performance.now() < until))) throw new RetryLater(0)
    },
    givenUp: (deps, vendorId, { campaignId }) => failExpansion(deps, vendorId, campaignId),
  },
}

/**
 * Writes the messages of a campaign, a chunk a transaction, in the order of the hashes of their numbers. The rows alone
 * say how far it has come: whatever lies behind the last of them is done, and whoever dies loses the chunk under way.
 * True when all are there, or none are wanted any more; false when `mayGoOn` said so.
 */
export async function expand(
  deps: ExpandDeps,
  vendorId: VendorId,
  campaignId: string,
  mayGoOn: () => boolean = () => true,
): Promise<boolean> {
  let progress: Progress | undefined
  let written = 0
  // A run that writes nothing leaves no trace of how far it looked: the next one would look there again, for ever.
  do {
    const step = await inTransaction(deps.db, (tx) => writeChunk(tx, vendorId, campaignId, progress, deps.clock.now()))
    crashPoint('campaign.chunk-committed')
    if (step === 'unwanted') return true
    written += step.written
    progress = step
    await refreshStatistics(deps.db, total(progress.counts))
    if (progress.after === 'end') {
      crashPoint('campaign.all-written')
      await inTransaction(deps.db, (tx) => sql.markExpanded(tx, vendorId, campaignId, deps.clock.now()))
      return true
    }
  } while (written === 0 || mayGoOn())
  return false
}

/** What this run knows of the rows that are there. It counts for as long as nobody else has added any. */
interface Progress {
  last: Buffer | undefined
  counts: ReadonlyMap<string, number>
  /** In the last chunk. */
  written: number
  /** Nobody before this hash is left to add. */
  after: Buffer | 'end' | undefined
}

async function writeChunk(
  tx: Tx,
  vendorId: VendorId,
  campaignId: string,
  known: Progress | undefined,
  now: Date,
): Promise<Progress | 'unwanted'> {
  await sql.lockExpansion(tx, vendorId, campaignId)
  const campaign = await sql.shareCampaign(tx, vendorId, campaignId)
  if (!campaign || !isWanted(campaign)) return 'unwanted'
  const before = await progressOf(tx, campaign, known)
  const chunk = chunkAfter(before.after, campaign.recipients)
  const added = await addChunk(tx, campaign, before.counts, chunk, now)
  crashPoint('campaign.chunk-written')
  return {
    last: await lastRecipient(tx, vendorId, campaignId),
    counts: sum(before.counts, added),
    written: total(added),
    after: chunk.before ?? 'end',
  }
}

const isWanted = ({ status, expanded_at }: CampaignRow) =>
  (status === 'RUNNING' || status === 'PAUSED') && expanded_at === null

async function progressOf(tx: Tx, { vendor_id: vendorId, id }: CampaignRow, known: Progress | undefined) {
  const last = await lastRecipient(tx, vendorId, id)
  const isOurs = known && (last === known.last || (last && known.last?.equals(last)))
  if (isOurs && known.after !== 'end') return { counts: known.counts, after: known.after }
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
    room: Math.max(0, recipients - (counts.get(countryCode) ?? 0)),
  }))
  const recipients = await recipientsOf(tx, campaign)
  return addRecipients(tx, vendorId, { campaignId, category, countries, after, before, now }, recipients)
}

/** Those whom the launch counted, as far as they are still to be written to. */
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

function sum(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) {
  return new Map([...a.keys(), ...b.keys()].map((country) => [country, (a.get(country) ?? 0) + (b.get(country) ?? 0)]))
}

const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0)
