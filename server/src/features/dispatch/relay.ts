import { OUTBOX_ROWS_PER_POLL_MAX } from '../../domain/fair-share.ts'
import { groupBy } from '../../domain/group-by.ts'
import type { VendorId } from '../../domain/ids.ts'
import { batchSizeAt, queuedJobsMaxAt } from '../../domain/messaging/sending-pace.ts'
import { type Running, repeat } from '../../platform/concurrency/repeat.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import type { Deps } from '../../platform/deps.ts'
import type { QueuedJob } from '../../ports/queue.ts'
import { walkRunning } from '../campaigns/dispatch.ts'
import { beginRelaying, type Leased, leaseOfCampaigns, leaseSingles } from '../messages/sending/lease.ts'
import { jobOf, MESSAGE_LANE } from './batch.ts'
import { readProviderState } from './provider/provider-state.ts'

const PAUSE_MS_MIN = 20
const PAUSE_MS_MAX = 200
const STOPPED_PAUSE_MS = 500
const VENDORS_PER_POLL_MAX = 100
/** Less room than this part of the queue is left alone: shared by many it would fill jobs with a message or two. */
const ROOM_PARTS = 8
/** 0 is for what people wait for; the queue takes numbers up to two million. */
const PRIORITY_MAX = 10_000

/**
 * Moves messages that are due into the queue: answers to people first, then of every vendor's running campaigns a few.
 * It stops short of flooding the queue, so that what comes later does not wait behind much; it rests longer while
 * nothing is due, and while the provider is stopped it moves nothing. Any number of relays may run.
 */
export async function messageRelay(deps: Deps): Promise<Running> {
  let afterVendor: VendorId | undefined
  let movedInRound = 0
  let pauseMs = PAUSE_MS_MIN
  return repeat(deps.log, 'dispatch.relay', async () => {
    const { moved, goOnAfter, isStopped, isFull } = await poll(deps, afterVendor)
    const hasMoved = movedInRound + moved > 0
    afterVendor = goOnAfter
    movedInRound = goOnAfter === undefined ? 0 : movedInRound + moved
    if (isStopped) return STOPPED_PAUSE_MS
    // That nothing is due is known only when all vendors were asked.
    if (!isFull && (hasMoved || goOnAfter !== undefined)) return 0
    pauseMs = hasMoved || isFull ? PAUSE_MS_MIN : Math.min(PAUSE_MS_MAX, deps.config.IDLE_POLL_MS, pauseMs * 2)
    return pauseMs
  })
}

export async function poll(deps: Deps, afterVendor: VendorId | undefined) {
  const now = deps.clock.now()
  const rate = deps.config.DISPATCH_RATE_PER_SECOND
  const batchSize = batchSizeAt(rate)
  const [{ stoppedAt }, depth, campaigns] = await Promise.all([
    readProviderState(deps.db),
    deps.queue.depth(MESSAGE_LANE),
    walkRunning(deps.db, afterVendor, VENDORS_PER_POLL_MAX),
  ])
  const inQueue = depth.waiting + depth.delayed + depth.active
  deps.metrics.messageQueueDepth.set(inQueue)
  if (stoppedAt !== null) return { moved: 0, goOnAfter: afterVendor, isStopped: true, isFull: false }
  const roomFor = (jobs: number) => Math.min(OUTBOX_ROWS_PER_POLL_MAX, Math.max(0, jobs - inQueue) * batchSize)
  const room = worthFilling(roomFor(queuedJobsMaxAt(rate)), (queuedJobsMaxAt(rate) * batchSize) / ROOM_PARTS)
  // What people wait for and whoever has nothing in the queue may fill it once more, however full it is.
  const roomInNeed = roomFor(2 * queuedJobsMaxAt(rate))

  const [singles] = await Promise.all([
    roomInNeed > 0 ? leaseSingles(deps.db, roomInNeed, now) : [],
    campaigns.length > 0 && beginRelaying(deps.db, campaigns),
  ])
  const perPoll = Math.min(OUTBOX_ROWS_PER_POLL_MAX - singles.length, roomInNeed)
  const share = { room: Math.min(room, perPoll), newcomer: batchSize, perPoll }
  const leased = perPoll > 0 && campaigns.length > 0 ? await leaseOfCampaigns(deps.db, campaigns, share, now) : []
  await publish(deps, [...jobsOfSingles(singles, batchSize), ...jobsOfCampaigns(leased, batchSize)])
  return {
    moved: singles.length + leased.length,
    goOnAfter: nextStart(campaigns, leased, perPoll),
    isStopped: false,
    isFull: room === 0,
  }
}

const worthFilling = (room: number, least: number) => (room < least ? 0 : room)

const jobsOfSingles = (leased: readonly { vendorId: VendorId; id: string }[], batchSize: number) =>
  [...groupBy(leased, ({ vendorId }) => vendorId)].flatMap(([vendorId, rows]) =>
    inBatches(rows, batchSize).map((messageIds) => jobOf({ vendorId, messageIds, isExpress: true }, 0)),
  )

/**
 * The more of a vendor is in the queue, the further back its next batch stands: everybody's first goes before anybody's
 * second, and a vendor's first may use the permits that are kept for it.
 */
const jobsOfCampaigns = (leased: readonly Leased[], batchSize: number) =>
  [...groupBy(leased, ({ vendorId }) => vendorId)].flatMap(([vendorId, rows]) => {
    const before = Math.ceil((rows[0]?.queuedBefore ?? 0) / batchSize)
    return inBatches(rows, batchSize).map((messageIds, place) => {
      const rank = before + place
      return jobOf({ vendorId, messageIds, isExpress: rank === 0 }, Math.min(PRIORITY_MAX, 1 + rank))
    })
  })

/** Undefined: all have had their turn. */
function nextStart(campaigns: { vendorId: VendorId }[], leased: { vendorId: VendorId }[], perPoll: number) {
  const [lastAsked, lastServed] = [campaigns.at(-1)?.vendorId, leased.at(-1)?.vendorId]
  if (leased.length >= perPoll && lastServed !== lastAsked) return lastServed
  const vendors = new Set(campaigns.map(({ vendorId }) => vendorId))
  return vendors.size === VENDORS_PER_POLL_MAX ? lastAsked : undefined
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
