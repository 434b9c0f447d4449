import type { VendorId } from '../../../domain/ids.ts'
import { SERVICE_FREE_PER_MONTH } from '../../../domain/limits.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { settleConversations } from '../../subscriptions/usage/conversation-usage.ts'
import { capture } from '../../wallet/capture.ts'
import { releaseInFlight } from '../../wallet/in-flight.ts'
import { type LedgerEntry, tryMoveMoney } from '../../wallet/move-money.ts'
import { listTransactionsByKey } from '../../wallet/read.ts'
import type { MessageSettlement } from './apply-status-updates.ts'
import * as sql from './settle.sql.ts'

/**
 * Books the money and the conversations of a vendor's settled messages, and returns the settlements with the final
 * cost. The caller holds the locks of the wallet and the rows. A change of `settledAs` decides whether money moves; the
 * idempotency key only names the entry.
 */
export async function bookSettlements(
  tx: Tx,
  vendorId: VendorId,
  settlements: readonly MessageSettlement[],
  now: Date,
): Promise<MessageSettlement[]> {
  const campaigns = settlements.filter(({ before }) => before.campaignId !== null)
  const singles = settlements.filter(({ before }) => before.campaignId === null)
  await capture(tx, vendorId, capturesByHold(campaigns), now)
  await releaseInFlight(tx, vendorId, totalCost(singles.filter(endsInFlight)))
  const priced = await applyFreeAllowance(tx, vendorId, singles, now)
  const charges = await findCharges(tx, vendorId, priced.filter(isCaptureReversed))
  const entries = [
    ...campaigns.flatMap(refundToHoldEntries),
    ...priced.flatMap((settlement) => chargeRefundEntries(settlement, charges)),
    ...priced.flatMap(chargeEntries),
  ]
  const unpaid = entries.length > 0 ? await writeEntries(tx, vendorId, entries, now) : new Set<string>()
  await settleConversations(tx, vendorId, conversationChange(settlements), now)
  // Normally none: every message outside campaigns holds its money before it is sent.
  return [
    ...campaigns,
    ...priced.map((settlement) => (unpaid.has(chargeKey(settlement.after)) ? withoutCost(settlement) : settlement)),
  ]
}

const withoutCost = (settlement: MessageSettlement): MessageSettlement => ({
  ...settlement,
  after: { ...settlement.after, costMinorUnit: 0n },
})

/** Returns the keys of the entries that the wallet could not cover. */
async function writeEntries(tx: Tx, vendorId: VendorId, entries: readonly LedgerEntry[], now: Date) {
  const moved = await tryMoveMoney(tx, vendorId, entries, now)
  return new Set(moved.filter(({ outcome }) => outcome === 'INSUFFICIENT').map(({ key }) => key))
}

const isCaptured = ({ before, after }: MessageSettlement) => before.settledAs === null && after.settledAs === 'CAPTURED'
const isCaptureReversed = ({ before, after }: MessageSettlement) =>
  before.settledAs === 'CAPTURED' && after.settledAs === 'REFUNDED'
const isRefunded = ({ before, after }: MessageSettlement) =>
  before.settledAs !== 'REFUNDED' && after.settledAs === 'REFUNDED'
const isSettled = ({ before, after }: MessageSettlement) => before.settledAs === null && after.settledAs !== null

function capturesByHold(settlements: readonly MessageSettlement[]) {
  const byHold = new Map<string, bigint>()
  for (const { before } of settlements.filter(isCaptured)) {
    const hold = before.campaignId as string
    byHold.set(hold, (byHold.get(hold) ?? 0n) + before.costMinorUnit)
  }
  return [...byHold].filter(([, amount]) => amount > 0n).map(([hold, amountMinorUnit]) => ({ hold, amountMinorUnit }))
}

/**
 * One key for each message, whichever process finds that it failed. The provider's id is not part of it, because it
 * contains the recipient's number and the ledger is never changed; answers show it, see wallet/message-keys.ts.
 */
const refundKey = ({ id }: sql.MessageRow) => `refund-msg-${id}`
const chargeKey = ({ id }: sql.MessageRow) => `charge-msg-${id}`

/** The keys under which messages were charged: releases before this one named the provider's id. */
async function findCharges(tx: Tx, vendorId: VendorId, settlements: readonly MessageSettlement[]) {
  const keys = settlements.flatMap(({ after }) => [chargeKey(after), `charge-msg-${after.wamid}`])
  const charges = await listTransactionsByKey(tx, vendorId, keys)
  return new Map(charges.map(({ referenceId, idempotencyKey }) => [referenceId ?? '', idempotencyKey]))
}

const referenceTo = ({ id }: sql.MessageRow) => ({ referenceType: 'MESSAGE' as const, referenceId: id })

const refundEntry = ({ before, after }: MessageSettlement) => ({
  type: 'REFUND' as const,
  amountMinorUnit: before.costMinorUnit,
  idempotencyKey: refundKey(after),
  description: 'Refund of a failed message',
  ...referenceTo(after),
})

function refundToHoldEntries(settlement: MessageSettlement): LedgerEntry[] {
  const { before } = settlement
  if (!isRefunded(settlement) || before.costMinorUnit === 0n) return []
  const hold = before.campaignId as string
  return [{ ...refundEntry(settlement), hold, fromCaptured: isCaptureReversed(settlement) }]
}

/** A message that was never charged needs no refund. */
function chargeRefundEntries(settlement: MessageSettlement, charges: ReadonlyMap<string, string>): LedgerEntry[] {
  const { before, after } = settlement
  if (!isCaptureReversed(settlement) || before.costMinorUnit === 0n) return []
  return [{ ...refundEntry(settlement), refundOf: charges.get(after.id) ?? chargeKey(after) }]
}

function chargeEntries(settlement: MessageSettlement): LedgerEntry[] {
  const { after } = settlement
  if (!isCaptured(settlement) || after.costMinorUnit === 0n) return []
  return [
    {
      type: 'DEBIT',
      amountMinorUnit: after.costMinorUnit,
      idempotencyKey: chargeKey(after),
      description: 'A single message',
      ...referenceTo(after),
    },
  ]
}

const IN_FLIGHT_STATUSES: readonly string[] = ['SENDING', 'SENT', 'UNKNOWN']
const endsInFlight = (settlement: MessageSettlement) =>
  isSettled(settlement) && IN_FLIGHT_STATUSES.includes(settlement.before.status)

/**
 * The first service messages of each month are free: the cost of their rows becomes zero. A free message that fails
 * later returns its place to the allowance.
 */
async function applyFreeAllowance(
  tx: Tx,
  vendorId: VendorId,
  singles: readonly MessageSettlement[],
  now: Date,
): Promise<MessageSettlement[]> {
  const services = singles.filter(({ before }) => before.category === 'SERVICE')
  const captured = services.filter(isCaptured)
  const returned = services.filter(
    (settlement) => isCaptureReversed(settlement) && settlement.before.costMinorUnit === 0n,
  )
  if (captured.length === 0 && returned.length === 0) return [...singles]
  const month = `${now.toISOString().slice(0, 7)}-01`
  const used = Math.max(0, (await sql.findFreeUsed(tx, vendorId, month)) - returned.length)
  const free = new Set(captured.slice(0, Math.max(0, SERVICE_FREE_PER_MONTH - used)))
  await sql.setFreeUsed(tx, vendorId, month, used + free.size)
  return singles.map((settlement) => (free.has(settlement) ? withoutCost(settlement) : settlement))
}

/** Conversations of campaigns were reserved at launch. The reservation ends when the message is settled either way. */
function conversationChange(settlements: readonly MessageSettlement[]) {
  const counted = settlements.filter(({ before, after }) => after.isCounted && !before.isCounted).length
  const uncounted = settlements.filter(({ before, after }) => before.isCounted && !after.isCounted).length
  const settled = settlements.filter(
    (settlement) => isSettled(settlement) && settlement.before.campaignId !== null,
  ).length
  return { used: counted - uncounted, reserved: -settled }
}

const totalCost = (settlements: readonly MessageSettlement[]) =>
  settlements.reduce((all, { before }) => all + before.costMinorUnit, 0n)
