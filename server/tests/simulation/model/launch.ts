import { isDeepStrictEqual } from 'node:util'
import type { Expected } from '../engine/verb.ts'
import { DAY, HOUR } from './calendar.ts'
import type { Campaign, Category, Contact, Quotation } from './messaging.ts'
import type { Model } from './model.ts'
import { live, statusOf } from './subscription.ts'
import { take } from './wallet.ts'

const MARKUP_PERCENT = 25
const RATE_STALE = DAY

/** The product fetches rates when an hour has passed; a rate that moved by more than a fifth is refused. */
export function refreshRate(model: Model) {
  const { rate } = model.messaging
  if (model.now - rate.lookedAt < HOUR) return
  rate.lookedAt = model.now
  if (Math.abs(rate.feed - rate.known) * 5 <= rate.known) Object.assign(rate, { known: rate.feed, knownAt: model.now })
}

/** Paise for one message: dollars × rate × (100 + markup)%, rounded up. */
export function unitCost(model: Model, category: Category, country: string): number | undefined {
  const rows = model.messaging.card.filter((one) => one.category === category && one.country === country)
  const row = rows
    .filter(({ from }) => from <= model.now)
    .sort((a, b) => a.from - b.from)
    .at(-1)
  if (!row) return undefined
  const numerator = BigInt(row.micros) * BigInt(model.messaging.rate.known) * BigInt(100 + MARKUP_PERCENT)
  const denominator = 100_000_000n
  return Number((numerator + denominator - 1n) / denominator)
}

export const mayNotSend = (model: Model): Expected | undefined => {
  const sub = live(model)
  if (!sub) return { status: 403, code: 'SUBSCRIPTION_REQUIRED' }
  return statusOf(sub, model.now) === 'FROZEN' ? { status: 403, code: 'SUBSCRIPTION_FROZEN' } : undefined
}

interface Wish {
  name: string
  template: string
  label: string
  candidates: Contact[]
  parent: string | null
  nobody: Expected
  quotation?: Quotation
}

interface Priced {
  recipients: Contact[]
  unit: Record<string, number>
  amount: number
}

/** Who gets it, and at which price each. */
export function price(model: Model, wish: Wish): Expected | Priced {
  const template = model.messaging.templates.find(({ name }) => name === wish.template)
  if (template?.status !== 'APPROVED') return { status: 422, code: 'TEMPLATE_NOT_APPROVED' }
  const recipients = wish.candidates.filter(({ isOptedOut }) => !isOptedOut)
  if (recipients.length === 0) return wish.nobody
  const { quotation } = wish
  if (quotation && model.now >= quotation.expiresAt) return { status: 409, code: 'QUOTATION_EXPIRED' }
  if (quotation && !isDeepStrictEqual(countByCountry(recipients), quotation.recipients))
    return { status: 409, code: 'QUOTATION_STALE' }
  const unit: Record<string, number> = {}
  for (const { country } of recipients) {
    const cost = quotation ? quotation.unit[country] : unitCost(model, template.category, country)
    if (cost === undefined) return { status: 422, code: 'PRICING_NOT_FOUND' }
    unit[country] = cost
  }
  return { recipients, unit, amount: recipients.reduce((sum, { country }) => sum + (unit[country] ?? 0), 0) }
}

export function countByCountry(recipients: readonly Contact[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { country } of recipients) counts[country] = (counts[country] ?? 0) + 1
  return counts
}

/** A day without a rate that can be believed, and nothing is priced any more. */
export function noRate(model: Model): Expected | undefined {
  refreshRate(model)
  return model.now - model.messaging.rate.knownAt > RATE_STALE ? { status: 503, code: 'RATE_UNAVAILABLE' } : undefined
}

/** Both checks and both reservations happen together, or nothing does. */
export function launch(model: Model, wish: Wish): Expected {
  const refused = (wish.quotation ? undefined : noRate(model)) ?? mayNotSend(model)
  if (refused) return refused
  const priced = price(model, wish)
  if ('status' in priced) return priced
  const { recipients, unit, amount } = priced
  const { wallet } = model
  if (wallet.balance < amount)
    return {
      status: 402,
      code: 'INSUFFICIENT_BALANCE',
      body: { shortfallMinorUnit: amount - wallet.balance, requiredMinorUnit: amount },
    }
  const sub = live(model)
  if (!sub || sub.used + sub.reserved + recipients.length > sub.cap)
    return { status: 409, code: 'CONVERSATION_CAP_REACHED' }
  sub.reserved += recipients.length
  const { bonus } = take(model, 'RESERVED', amount)
  wallet.reserved += amount
  model.messaging.campaigns.push(newCampaign(wish, recipients, unit, amount, bonus))
  return { status: 200, body: { recipients: recipients.length, estimatedCostMinorUnit: amount } }
}

const newCampaign = (
  { name, template, label, parent }: Wish,
  recipients: Contact[],
  unit: Record<string, number>,
  amount: number,
  bonus: number,
): Campaign => ({
  name,
  template,
  label,
  parent,
  status: 'RUNNING',
  reason: null,
  pausedAt: 0,
  recipients,
  unit,
  isExpanded: false,
  endedAt: null,
  isClosed: false,
  messages: [],
  hold: { amount, bonus, captured: 0, returned: 0, returnedBonus: 0 },
})
