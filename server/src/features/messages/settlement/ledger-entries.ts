import type { VendorId } from '../../../domain/ids.ts'
import { SERVICE_FREE_PER_MONTH } from '../../../domain/limits.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import { capture } from '../../wallet/capture.ts'
import { endInFlight } from '../../wallet/in-flight.ts'
import { type LedgerEntry, tryMoveMoney } from '../../wallet/move.ts'
import type { MessageSettlement } from './message-settlement.ts'
import * as sql from './settle.sql.ts'

/**
 * The money and the conversations of settled messages, all of a vendor's at once; the rows come back with what they cost
 * in the end. Called under the lock of the wallet and of the rows: that `settledAs` changes decides that money moves, the
 * key of a movement only names it.
 */
export async function bookSettlements(
  tx: Tx,
  vendorId: VendorId,
  changes: readonly MessageSettlement[],
  now: Date,
): Promise<MessageSettlement[]> {
  const campaigns = changes.filter(({ before }) => before.campaignId !== null)
  const singles = changes.filter(({ before }) => before.campaignId === null)
  await capture(tx, vendorId, capturesOf(campaigns), now)
  await endInFlight(tx, vendorId, sum(singles.filter(endsFlight)))
  const priced = await giveForFree(tx, vendorId, singles, now)
  const movements = [...campaigns.flatMap(refundToHold), ...priced.flatMap(refundOfCharge), ...priced.flatMap(charge)]
  const unpaid = movements.length > 0 ? await move(tx, vendorId, movements, now) : new Set<string>()
  await settleConversations(tx, vendorId, conversationsOf(changes), now)
  // None are, while every message outside campaigns is covered before it is sent.
  return [...campaigns, ...priced.map((change) => (unpaid.has(chargeKey(change.after)) ? forFree(change) : change))]
}

const forFree = (change: MessageSettlement): MessageSettlement => ({
  ...change,
  after: { ...change.after, costMinorUnit: 0n },
})

async function move(tx: Tx, vendorId: VendorId, movements: readonly LedgerEntry[], now: Date) {
  const moved = await tryMoveMoney(tx, vendorId, movements, now)
  return new Set(moved.filter(({ outcome }) => outcome === 'INSUFFICIENT').map(({ key }) => key))
}

const isCaptured = ({ before, after }: MessageSettlement) => before.settledAs === null && after.settledAs === 'CAPTURED'
const isTakenBack = ({ before, after }: MessageSettlement) =>
  before.settledAs === 'CAPTURED' && after.settledAs === 'REFUNDED'
const isRefunded = ({ before, after }: MessageSettlement) =>
  before.settledAs !== 'REFUNDED' && after.settledAs === 'REFUNDED'
const isSettled = ({ before, after }: MessageSettlement) => before.settledAs === null && after.settledAs !== null

function capturesOf(changes: readonly MessageSettlement[]) {
  const byHold = new Map<string, bigint>()
  for (const { before } of changes.filter(isCaptured)) {
    const hold = before.campaignId as string
    byHold.set(hold, (byHold.get(hold) ?? 0n) + before.costMinorUnit)
  }
  return [...byHold].filter(([, amount]) => amount > 0n).map(([hold, amountMinorUnit]) => ({ hold, amountMinorUnit }))
}

/** One key for each message, whoever finds that it has failed. */
const refundKey = ({ wamid, id }: sql.MessageRow) => `refund-msg-${wamid ?? id}`
const chargeKey = ({ wamid, id }: sql.MessageRow) => `charge-msg-${wamid ?? id}`
const about = ({ id }: sql.MessageRow) => ({ referenceType: 'MESSAGE' as const, referenceId: id })

function refundToHold(change: MessageSettlement): LedgerEntry[] {
  const { before, after } = change
  if (!isRefunded(change) || before.costMinorUnit === 0n) return []
  return [
    {
      type: 'REFUND',
      amountMinorUnit: before.costMinorUnit,
      idempotencyKey: refundKey(after),
      description: 'Refund of a failed message',
      ...about(after),
      hold: before.campaignId as string,
      fromCaptured: isTakenBack(change),
    },
  ]
}

/** What never was charged needs no refund. */
function refundOfCharge(change: MessageSettlement): LedgerEntry[] {
  const { before, after } = change
  if (!isTakenBack(change) || before.costMinorUnit === 0n) return []
  return [
    {
      type: 'REFUND',
      amountMinorUnit: before.costMinorUnit,
      idempotencyKey: refundKey(after),
      description: 'Refund of a failed message',
      ...about(after),
      refundOf: chargeKey(after),
    },
  ]
}

function charge(change: MessageSettlement): LedgerEntry[] {
  const { after } = change
  if (!isCaptured(change) || after.costMinorUnit === 0n) return []
  return [
    {
      type: 'DEBIT',
      amountMinorUnit: after.costMinorUnit,
      idempotencyKey: chargeKey(after),
      description: 'A single message',
      ...about(after),
    },
  ]
}

const FLYING: readonly string[] = ['SENDING', 'SENT', 'UNKNOWN']
const endsFlight = (change: MessageSettlement) => isSettled(change) && FLYING.includes(change.before.status)

/** The first of each month cost nothing, which their rows say then; one that fails later leaves its place to another. */
async function giveForFree(
  tx: Tx,
  vendorId: VendorId,
  singles: readonly MessageSettlement[],
  now: Date,
): Promise<MessageSettlement[]> {
  const services = singles.filter(({ before }) => before.category === 'SERVICE')
  const wanted = services.filter(isCaptured)
  const left = services.filter((change) => isTakenBack(change) && change.before.costMinorUnit === 0n)
  if (wanted.length === 0 && left.length === 0) return [...singles]
  const month = `${now.toISOString().slice(0, 7)}-01`
  const used = Math.max(0, (await sql.findFreeUsed(tx, vendorId, month)) - left.length)
  const free = new Set(wanted.slice(0, Math.max(0, SERVICE_FREE_PER_MONTH - used)))
  await sql.setFreeUsed(tx, vendorId, month, used + free.size)
  return singles.map((change) => (free.has(change) ? forFree(change) : change))
}

/** Those of campaigns were set aside at launch and leave that reserve when they are settled, one way or the other. */
function conversationsOf(changes: readonly MessageSettlement[]) {
  const counted = changes.filter(({ before, after }) => after.isCounted && !before.isCounted).length
  const takenBack = changes.filter(({ before, after }) => before.isCounted && !after.isCounted).length
  const settled = changes.filter((change) => isSettled(change) && change.before.campaignId !== null).length
  return { used: counted - takenBack, reserved: -settled }
}

const sum = (changes: readonly MessageSettlement[]) =>
  changes.reduce((all, { before }) => all + before.costMinorUnit, 0n)
