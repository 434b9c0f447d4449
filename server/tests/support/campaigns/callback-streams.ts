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
  tell,
  told,
} from '../messaging/settlement.ts'
import type { Chance } from '../random/seeded-random.ts'

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const
const BALANCE = 10_000_000

/** What one message would be, and what its money, by the rules alone. */
interface Modelled {
  cost: number
  state: MessageState
}

export const newModel = (cost: number): Modelled => ({
  cost,
  state: { status: 'SENDING', settledAs: null, isRead: false, isCounted: false, isPresumed: false },
})

export const hear = (model: Modelled, status: CallbackStatus): Modelled => ({
  ...model,
  state: settle(model.state, status).next,
})

/** Hold, balance and conversations that follow from the states of a campaign's messages. */
export function expectedBooks(models: readonly Modelled[]) {
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

/** A random life of one message: what is told of it, in the order in which it arrives, copies included. */
const streamFor = ({ below, pick }: Chance, message: GivenMessage): StatusUpdate[] =>
  Array.from({ length: below(8) }, () => told(message, pick(STATUSES), below(4) ? {} : { reference: undefined }))

/**
 * A campaign of messages with random costs and random callbacks. Those of one message arrive one after the other; what
 * happens between messages, events and two processes is left to the race. In the end log and books are as the rules say.
 */
export async function liveThrough(processes: readonly [SettleScene, SettleScene], dice: Chance, size: number) {
  const { db } = processes[0]
  const vendorId = await newPayer(db, BALANCE)
  const costs = Array.from({ length: size }, () => dice.below(200))
  // Without a reference a callback needs the provider's id, which most rows have.
  const sent = await givenSending(db, vendorId, costs, { status: 'SENT' })
  const streams = sent.messages.map((message) => ({ message, news: streamFor(dice, message) }))
  const models = streams.map(({ news }, i) => news.reduce((m, { status }) => hear(m, status), newModel(costs[i] ?? 0)))
  const rounds = Math.max(0, ...streams.map(({ news }) => news.length))
  for (let round = 0; round < rounds; round++) {
    const due = streams.flatMap(({ news }) => news[round] ?? [])
    const events = inParts(dice, due)
    await Promise.all(events.map((event, i) => tell(processes[i % 2] ?? processes[0], event)))
    // Copies of what was told earlier, at any time.
    if (dice.below(2))
      await repeatSome(
        processes[1],
        dice,
        streams.map(({ news }) => news.slice(0, round + 1)),
      )
  }
  await assertAsModelled(processes[0], vendorId, sent.campaignId, sent.messages, models)
}

/** A copy says nothing that was not said: of what the first of a kind did, the second does nothing. */
async function repeatSome(scene: SettleScene, { below }: Chance, told: readonly StatusUpdate[][]) {
  const copies = told.flatMap((news) =>
    news.length > 0 && below(5) === 0 ? [news[below(news.length)] as StatusUpdate] : [],
  )
  await tell(scene, copies)
}

function inParts<T>({ below }: Chance, items: readonly T[]): T[][] {
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

/** So many callbacks about messages of one campaign, in memory: what is reserved is always somewhere, and once. */
export function settleInMemory({ below, pick }: Chance, callbacks: number, size: number) {
  const models = Array.from({ length: size }, () => newModel(below(200)))
  const reserved = models.reduce((total, { cost }) => total + cost, 0)
  const hold = { open: reserved, captured: 0, returned: 0 }
  for (let n = 0; n < callbacks; n++) {
    const at = below(size)
    const { cost, state } = models[at] as Modelled
    const { next, money } = settle(state, pick(STATUSES))
    models[at] = { cost, state: next }
    if (money !== null) hold[money === 'REFUND_CAPTURED' ? 'captured' : 'open'] -= cost
    if (money !== null) hold[money === 'CAPTURE' ? 'captured' : 'returned'] += cost
    if (hold.open < 0 || hold.captured < 0 || hold.open + hold.captured + hold.returned !== reserved)
      throw new Error(`callback ${n} lost money: ${JSON.stringify(hold)}`)
  }
  const { captured, returned, reserved: open } = expectedBooks(models)
  expect(hold).toEqual({ open, captured, returned })
}
