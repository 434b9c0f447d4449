import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { type CallbackStatus, type MessageState, settle } from '../../../src/domain/messaging/settlement.ts'
import type { StatusUpdate } from '../../../src/ports/provider-events.ts'
import {
  booksOf,
  type GivenMessage,
  givenSending,
  newPayer,
  type SettleScene,
  settleUpdates,
  statusUpdate,
} from '../messaging/settlement.ts'
import type { SeededRandom } from '../random/seeded-random.ts'

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const
const BALANCE = 10_000_000

/** The expected state of a message and its money, by the rules alone. */
interface Modelled {
  cost: number
  state: MessageState
}

const newModel = (cost: number): Modelled => ({
  cost,
  state: { status: 'SENDING', settledAs: null, isRead: false, isCounted: false, isPresumed: false },
})

const applyStatus = (model: Modelled, status: CallbackStatus): Modelled => ({
  ...model,
  state: settle(model.state, status).next,
})

/** The expected hold, balance and conversations of a campaign with these messages. */
function expectedBooks(models: readonly Modelled[]) {
  const sum = (settledAs: 'CAPTURED' | 'REFUNDED' | null) =>
    models.filter(({ state }) => state.settledAs === settledAs).reduce((total, { cost }) => total + cost, 0)
  const [captured, returned, open] = [sum('CAPTURED'), sum('REFUNDED'), sum(null)]
  return {
    balance: BALANCE - captured - open,
    reserved: open,
    inFlight: 0,
    captured,
    returned,
    conversations: {
      used: models.filter(({ state }) => state.isCounted).length,
      reserved: models.filter(({ state }) => state.settledAs === null).length,
    },
  }
}

/** Random status updates of one message in the order of their arrival, with duplicates. */
const streamFor = ({ below, pick }: SeededRandom, message: GivenMessage): StatusUpdate[] =>
  Array.from({ length: below(8) }, () =>
    statusUpdate(message, pick(STATUSES), below(4) ? {} : { reference: undefined }),
  )

/**
 * Settles random status updates of a campaign whose messages have random costs. The updates of one message arrive in
 * sequence; everything else is concurrent, on two processes. At the end, the messages and the wallet must match the
 * model.
 */
export async function settleStreams(
  processes: readonly [SettleScene, SettleScene],
  random: SeededRandom,
  size: number,
) {
  const { db } = processes[0]
  const vendorId = await newPayer(db, BALANCE)
  const costs = Array.from({ length: size }, () => random.below(200))
  // An update without a reference is matched by the provider's id, which most rows have.
  const sent = await givenSending(db, vendorId, costs, { status: 'SENT' })
  const streams = sent.messages.map((message) => ({ message, updates: streamFor(random, message) }))
  const models = streams.map(({ updates }, i) =>
    updates.reduce((m, { status }) => applyStatus(m, status), newModel(costs[i] ?? 0)),
  )
  const rounds = Math.max(0, ...streams.map(({ updates }) => updates.length))
  for (let round = 0; round < rounds; round++) {
    const due = streams.flatMap(({ updates }) => updates[round] ?? [])
    const events = inParts(random, due)
    await Promise.all(events.map((event, i) => settleUpdates(processes[i % 2] ?? processes[0], event)))
    // Repeats some earlier updates.
    if (random.below(2))
      await repeatSome(
        processes[1],
        random,
        streams.map(({ updates }) => updates.slice(0, round + 1)),
      )
  }
  await assertAsModelled(processes[0], vendorId, sent.campaignId, sent.messages, models)
}

/** A repeated update must have no effect. */
async function repeatSome(scene: SettleScene, { below }: SeededRandom, received: readonly StatusUpdate[][]) {
  const copies = received.flatMap((updates) =>
    updates.length > 0 && below(5) === 0 ? [updates[below(updates.length)] as StatusUpdate] : [],
  )
  await settleUpdates(scene, copies)
}

function inParts<T>({ below }: SeededRandom, items: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < items.length; ) {
    const size = 1 + below(1 + items.length)
    parts.push(items.slice(at, at + size))
    at += size
  }
  return parts
}

async function assertAsModelled(
  { db }: SettleScene,
  vendorId: VendorId,
  campaignId: string,
  messages: readonly GivenMessage[],
  models: readonly Modelled[],
) {
  const rows = await db.selectFrom('message').selectAll().where('campaign_id', '=', campaignId).execute()
  for (const [i, message] of messages.entries()) {
    const row = rows.find(({ id }) => id === message.id)
    const { status, settledAs, isCounted, isRead } = (models[i] as Modelled).state
    const modelled = status === 'SENDING' ? 'SENT' : status
    expect(row).toMatchObject({ status: modelled, settled_as: settledAs, is_counted: isCounted })
    expect(row?.read_at !== null).toBe(isRead)
  }
  expect(await booksOf(db, vendorId, campaignId)).toEqual(expectedBooks(models))
}

const PART_OF_HOLD = { NOT_YET: 'open', CAPTURED: 'captured', REFUNDED: 'returned' } as const

/** Settles this many updates of one campaign in memory. Every reserved amount must be counted exactly once. */
export function settleInMemory({ below, pick }: SeededRandom, callbacks: number, size: number) {
  const models = Array.from({ length: size }, () => newModel(below(200)))
  const reserved = models.reduce((total, { cost }) => total + cost, 0)
  const hold = { open: reserved, captured: 0, returned: 0 }
  for (let n = 0; n < callbacks; n++) {
    const at = below(size)
    const { cost, state } = models[at] as Modelled
    const { next } = settle(state, pick(STATUSES))
    models[at] = { cost, state: next }
    hold[PART_OF_HOLD[state.settledAs ?? 'NOT_YET']] -= cost
    hold[PART_OF_HOLD[next.settledAs ?? 'NOT_YET']] += cost
    if (hold.open < 0 || hold.captured < 0 || hold.open + hold.captured + hold.returned !== reserved)
      throw new Error(`callback ${n} lost money: ${JSON.stringify(hold)}`)
  }
  const { captured, returned, reserved: open } = expectedBooks(models)
  expect(hold).toEqual({ open, captured, returned })
}
