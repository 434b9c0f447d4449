import { OUTBOX_ROWS_PER_POLL_MAX } from '../../domain/fair-share.ts'
import { groupBy } from '../../domain/group-by.ts'
import type { VendorId } from '../../domain/ids.ts'
import { batchSizeAt, queuedJobsMaxAt } from '../../domain/messaging/sending/sending-pace.ts'
import { type Running, repeat } from '../../platform/concurrency/repeat.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import type { Deps } from '../../platform/deps.ts'
import type { QueuedJob } from '../../ports/queue.ts'
import { listRunningByVendor } from '../campaigns/running-campaigns.ts'
import {
  createRelayPlaces,
  type LeasedMessage,
  leaseCampaignMessages,
  leaseSingles,
} from '../messages/sending/lease.ts'
import { messageRelayWakeups } from '../messages/sending/message-relay-wakeups.ts'
import { MESSAGE_LANE, toJob } from './batch.ts'
import { readProviderState } from './provider/provider-state.ts'

const PAUSE_MS_MIN = 20
const STOPPED_PAUSE_MS = 500
const VENDORS_PER_POLL_MAX = 100
/**
 * The queue is refilled when at least one of this many parts is free: less would make jobs with one or two messages.
 */
const REFILL_PARTS = 8
/** 0 is for replies and tests. The queue accepts numbers up to two million. */
const PRIORITY_MAX = 10_000

/**
 * Moves due messages into the queue: messages outside campaigns first, then a few of each vendor's running campaigns.
 * It keeps the queue short, so that later messages do not wait long. It pauses longer while nothing is due (new
 * messages end the pause), and moves nothing while sending is stopped. Any number of relays may run.
 */
export async function messageRelay(deps: Deps): Promise<Running> {
  let afterVendor: VendorId | undefined
  let movedInRound = 0
  let pauseMs = PAUSE_MS_MIN
  const relay = repeat(deps.log, 'dispatch.relay', async () => {
    const { moved, continueAfter, isStopped, isFull } = await publishDueMessages(deps, afterVendor)
    const hasMoved = movedInRound + moved > 0
    afterVendor = continueAfter
    movedInRound = continueAfter === undefined ? 0 : movedInRound + moved
    if (isStopped) return STOPPED_PAUSE_MS
    // Only a full round through all vendors shows that nothing is due.
    if (!isFull && (hasMoved || continueAfter !== undefined)) return 0
    pauseMs = hasMoved || isFull ? PAUSE_MS_MIN : Math.min(deps.config.IDLE_POLL_MS, pauseMs * 2)
    return pauseMs
  })
  return messageRelayWakeups.register(relay)
}

export async function publishDueMessages(deps: Deps, afterVendor: VendorId | undefined) {
  const now = deps.clock.now()
  const rate = deps.config.DISPATCH_RATE_PER_SECOND
  const batchSize = batchSizeAt(rate)
  const [{ stoppedAt }, depth, campaigns] = await Promise.all([
    readProviderState(deps.db),
    deps.queue.depth(MESSAGE_LANE),
    listRunningByVendor(deps.db, afterVendor, VENDORS_PER_POLL_MAX),
  ])
  const inQueue = depth.waiting + depth.delayed + depth.active
  deps.metrics.messageQueueDepth.set(inQueue)
  if (stoppedAt !== null) return { moved: 0, continueAfter: afterVendor, isStopped: true, isFull: false }
  const capacityFor = (jobs: number) => Math.min(OUTBOX_ROWS_PER_POLL_MAX, Math.max(0, jobs - inQueue) * batchSize)
  const capacity = ifWorthFilling(
    capacityFor(queuedJobsMaxAt(rate)),
    (queuedJobsMaxAt(rate) * batchSize) / REFILL_PARTS,
  )
  // Messages outside campaigns and idle vendors may fill the queue up to twice its size.
  const extendedCapacity = capacityFor(2 * queuedJobsMaxAt(rate))

  const [singles] = await Promise.all([
    extendedCapacity > 0 ? leaseSingles(deps.db, extendedCapacity, now) : [],
    campaigns.length > 0 && createRelayPlaces(deps.db, campaigns),
  ])
  const perPoll = Math.min(OUTBOX_ROWS_PER_POLL_MAX - singles.length, extendedCapacity)
  const limits = { capacity: Math.min(capacity, perPoll), perIdleVendor: batchSize, perPoll }
  const leased = perPoll > 0 && campaigns.length > 0 ? await leaseCampaignMessages(deps.db, campaigns, limits, now) : []
  await publish(deps, [...jobsOfSingles(singles, batchSize), ...jobsOfCampaigns(leased, batchSize)])
  return {
    moved: singles.length + leased.length,
    continueAfter: nextVendor(campaigns, leased, perPoll),
    isStopped: false,
    isFull: capacity === 0,
  }
}

const ifWorthFilling = (capacity: number, least: number) => (capacity < least ? 0 : capacity)

const jobsOfSingles = (leased: readonly { vendorId: VendorId; id: string }[], batchSize: number) =>
  [...groupBy(leased, ({ vendorId }) => vendorId)].flatMap(([vendorId, rows]) =>
    inBatches(rows, batchSize).map((messageIds) => toJob({ vendorId, messageIds, isExpress: true }, 0)),
  )

/**
 * The more messages of a vendor are in the queue, the lower the priority of its next batch: the first batch of every
 * vendor comes before the second of any. A vendor's first batch may use the reserved permits.
 */
const jobsOfCampaigns = (leased: readonly LeasedMessage[], batchSize: number) =>
  [...groupBy(leased, ({ vendorId }) => vendorId)].flatMap(([vendorId, rows]) => {
    const before = Math.ceil((rows[0]?.queuedBefore ?? 0) / batchSize)
    return inBatches(rows, batchSize).map((messageIds, place) => {
      const rank = before + place
      return toJob({ vendorId, messageIds, isExpress: rank === 0 }, Math.min(PRIORITY_MAX, 1 + rank))
    })
  })

/** The vendor after which the next poll continues. Undefined when the round is complete. */
function nextVendor(campaigns: { vendorId: VendorId }[], leased: { vendorId: VendorId }[], perPoll: number) {
  const [lastListed, lastServed] = [campaigns.at(-1)?.vendorId, leased.at(-1)?.vendorId]
  if (leased.length >= perPoll && lastServed !== lastListed) return lastServed
  const vendors = new Set(campaigns.map(({ vendorId }) => vendorId))
  return vendors.size === VENDORS_PER_POLL_MAX ? lastListed : undefined
}

async function publish(deps: Deps, jobs: QueuedJob[]) {
  if (jobs.length === 0) return
  crashPoint('dispatch.leased')
  await deps.queue.add(MESSAGE_LANE, jobs)
  crashPoint('dispatch.published')
}

const inBatches = (rows: readonly { id: string }[], size: number): string[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) =>
    rows.slice(n * size, (n + 1) * size).map(({ id }) => id),
  )
