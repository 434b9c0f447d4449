import type { Report } from './events.ts'
import type { Campaign, SentMessage, Single } from './messaging.ts'
import type { Model } from './model.ts'
import { latest } from './subscription.ts'
import { book, spendable, take } from './wallet.ts'

/** What a message is paid from: what was reserved for its campaign, or the wallet, if it is a single one. */
export type Payer = Campaign | Single
const isSingle = (payer: Payer): payer is Single => 'kind' in payer

/** A status of a message takes effect: the first good one charges it, a failure before delivery gives the money back. */
export function report(model: Model, payer: Payer, message: SentMessage, { status, code, at }: Report) {
  const isFinal = message.status === 'CANCELLED' || (message.status === 'FAILED' && !message.isPresumed)
  if (isFinal) return
  if (status === 'failed') return fail(model, payer, message, code, at)
  const isDelivery = status !== 'sent'
  if (message.settled === 'REFUNDED') {
    // Given up and refunded, and yet delivered: it stays refunded.
    if (isDelivery) Object.assign(message, { status: 'DELIVERED', isPresumed: false, errorCode: null, failedAt: null })
    return
  }
  if (message.settled === null) capture(model, payer, message)
  message.status = isDelivery || message.status === 'DELIVERED' ? 'DELIVERED' : 'SENT'
}

export function fail(model: Model, payer: Payer, message: SentMessage, code: number | null, at = model.now) {
  if (message.status === 'DELIVERED') return
  if (message.status !== 'FAILED') model.messaging.letters.open++
  if (message.settled !== 'REFUNDED') {
    const wasCaptured = message.settled === 'CAPTURED'
    if (isSingle(payer)) refund(model, payer, wasCaptured)
    else {
      if (!wasCaptured) freeConversations(model, 1)
      giveBack(model, payer, message.cost, wasCaptured)
    }
  }
  const sub = latest(model)
  if (message.isCounted && sub) sub.used = Math.max(0, sub.used - 1)
  Object.assign(message, { status: 'FAILED', settled: 'REFUNDED', isCounted: false, isPresumed: false })
  Object.assign(message, { errorCode: code, failedAt: message.failedAt ?? at })
}

export function capture(model: Model, payer: Payer, message: SentMessage) {
  if (isSingle(payer)) charge(model, payer)
  else {
    payer.hold.captured += message.cost
    model.wallet.reserved -= message.cost
    freeConversations(model, 1)
  }
  message.settled = 'CAPTURED'
  message.isCounted = true
  const sub = latest(model)
  if (sub) sub.used++
}

/** Before it is sent. With an empty wallet nothing is sent, not even what costs nothing. */
export function hold(model: Model, single: Single): boolean {
  if (model.wallet.balance === 0 || spendable(model) < single.cost) return false
  model.wallet.inFlight += single.cost
  single.isHeld = true
  return true
}

export function releaseHold({ wallet }: Model, single: Single) {
  if (single.isHeld) wallet.inFlight -= single.cost
  single.isHeld = false
}

/** The first thousand replies of a month are free, and no walk has as many. */
function charge(model: Model, single: Single) {
  releaseHold(model, single)
  if (single.kind === 'REPLY') single.cost = 0
  single.bonus = take(model, 'DEBIT', single.cost).bonus
}

function refund(model: Model, single: Single, wasCharged: boolean) {
  releaseHold(model, single)
  const { cost: amount, bonus } = single
  if (!wasCharged || amount === 0) return
  model.wallet.balance += amount
  model.wallet.bonus += bonus
  book(model, { type: 'REFUND', amount, bonus })
}

/** Conversations that a campaign had reserved are free again. */
export function freeConversations(model: Model, count: number) {
  const sub = latest(model)
  if (sub) sub.reserved -= count
}

/** Money of a hold returns: paid money first, until all of it is back, then bonus. */
export function giveBack(model: Model, campaign: Campaign, amount: number, wasCaptured = false) {
  if (amount === 0) return
  const { hold } = campaign
  const paidOut = hold.amount - hold.bonus - (hold.returned - hold.returnedBonus)
  const bonus = Math.max(0, amount - paidOut)
  hold.returned += amount
  hold.returnedBonus += bonus
  if (wasCaptured) hold.captured -= amount
  else model.wallet.reserved -= amount
  model.wallet.balance += amount
  model.wallet.bonus += bonus
  book(model, { type: 'REFUND', amount, bonus })
}

export const openAmount = ({ hold }: Campaign) => hold.amount - hold.captured - hold.returned
