import type { Report } from './events.ts'
import type { Campaign, Message } from './messaging.ts'
import type { Model } from './model.ts'
import { latest } from './subscription.ts'
import { book } from './wallet.ts'

/** A status of a message takes effect: the first good one charges it, a failure before delivery gives the money back. */
export function report(model: Model, campaign: Campaign, message: Message, { status, code, at }: Report) {
  const isFinal = message.status === 'CANCELLED' || (message.status === 'FAILED' && !message.isPresumed)
  if (isFinal) return
  if (status === 'failed') return fail(model, campaign, message, code, at)
  const isDelivery = status !== 'sent'
  if (message.settled === 'REFUNDED') {
    // Given up and refunded, and yet delivered: it stays refunded.
    if (isDelivery) Object.assign(message, { status: 'DELIVERED', isPresumed: false, errorCode: null, failedAt: null })
    return
  }
  if (message.settled === null) capture(model, campaign, message)
  message.status = isDelivery || message.status === 'DELIVERED' ? 'DELIVERED' : 'SENT'
}

export function fail(model: Model, campaign: Campaign, message: Message, code: number | null, at = model.now) {
  if (message.status === 'DELIVERED') return
  if (message.status !== 'FAILED') model.messaging.letters.open++
  if (message.settled !== 'REFUNDED') {
    if (message.settled === null) freeConversations(model, 1)
    giveBack(model, campaign, message.cost, message.settled === 'CAPTURED')
  }
  const sub = latest(model)
  if (message.isCounted && sub) sub.used = Math.max(0, sub.used - 1)
  Object.assign(message, { status: 'FAILED', settled: 'REFUNDED', isCounted: false, isPresumed: false })
  Object.assign(message, { errorCode: code, failedAt: message.failedAt ?? at })
}

export function capture(model: Model, campaign: Campaign, message: Message) {
  campaign.hold.captured += message.cost
  model.wallet.reserved -= message.cost
  message.settled = 'CAPTURED'
  message.isCounted = true
  freeConversations(model, 1)
  const sub = latest(model)
  if (sub) sub.used++
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
