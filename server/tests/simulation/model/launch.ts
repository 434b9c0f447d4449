import { isDeepStrictEqual } from 'node:util'
import type { Expected } from '../engine/verb.ts'
import { DAY, HOUR } from './calendar.ts'
import { priceIn } from './currency.ts'
import { type Campaign, type Contact, isOptedOut, type Price, type Quotation } from './messaging.ts'
import type { Model } from './model.ts'
import { live, statusOf } from './subscription.ts'
import { spendable, take } from './wallet.ts'

const MARKUP_PERCENT = 25
const RATE_STALE = DAY

/** The product fetches rates when an hour has passed; a rate that moved by more than a fifth is refused. */
export function refreshRates({ shared, now }: Model) {
  if (now - shared.ratesReadAt < HOUR) return
  shared.ratesReadAt = now
  for (const rate of Object.values(shared.rates))
    if (Math.abs(rate.feed - rate.known) * 5 <= rate.known) Object.assign(rate, { known: rate.feed, knownAt: now })
}

/** One message in the vendor's currency: dollars × rate × (100 + markup)%, rounded up. */
export function unitCost(
  { shared, now, currency }: Model,
  category: Price['category'],
  country: string,
): number | undefined {
  const rows = shared.card
    .filter((one) => one.category === category && one.country === country && one.from <= now)
    .sort((a, b) => a.from - b.from)
  const row = rows.findLast((one) => one.currency === currency) ?? rows.findLast((one) => one.currency === 'USD')
  return row && priceIn(shared, currency, row.micros, 100 + MARKUP_PERCENT)
}

export const mayNotSend = (model: Model): Expected | undefined => {
  if (model.status === 'SUSPENDED') return { status: 403, code: 'VENDOR_SUSPENDED' }
  const sub = live(model)
  if (!sub) return { status: 403, code: 'SUBSCRIPTION_REQUIRED' }
  return statusOf(sub, model.now) === 'FROZEN' ? { status: 403, code: 'SUBSCRIPTION_FROZEN' } : undefined
}

/** A campaign of an earlier plan, for which the new one is too small. */
export function exceedsNewPlan(model: Model, { launchedAt }: Campaign): boolean {
  const sub = live(model)
  return sub !== undefined && launchedAt !== null && launchedAt < sub.since && sub.used + sub.reserved > sub.cap
}

/** What somebody wants to send, and to whom. */
export interface Wish {
  name: string
  template: string
  label: string
  without: string | null
  /** The campaign whose failed recipients are tried again; then the label does not matter. */
  parent: string | null
  candidates: Contact[]
  nobody: Expected
  /** Why these recipients cannot be had at all. */
  refused?: Expected
  quotation?: Quotation
}

export const labelled = (model: Model, label: string) =>
  model.messaging.contacts.filter(({ labels }) => labels[label] !== undefined)

export const toLabel = (
  model: Model,
  { name, template, label, without }: Pick<Wish, 'name' | 'template' | 'label' | 'without'>,
): Wish => ({
  name,
  template,
  label,
  without,
  parent: null,
  candidates: labelled(model, label).filter(({ country }) => country !== without),
  nobody: { status: 422, code: 'LIST_EMPTY' },
})

interface Priced {
  recipients: Contact[]
  unit: Record<string, number>
  amount: number
}

/** Who gets it, and at which price each. */
export function price(model: Model, wish: Wish): Expected | Priced {
  const template = model.messaging.templates.find(({ name }) => name === wish.template)
  if (template?.status !== 'APPROVED') return { status: 422, code: 'TEMPLATE_NOT_APPROVED' }
  const recipients = wish.candidates.filter((one) => !isOptedOut(model, one))
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

/** A day without a rate that can be believed, and nothing is priced any more. Dollars need no rate. */
export function noRate(model: Model): Expected | undefined {
  if (model.currency === 'USD') return undefined
  refreshRates(model)
  return model.now - model.shared.rates[model.currency].knownAt > RATE_STALE
    ? { status: 503, code: 'RATE_UNAVAILABLE' }
    : undefined
}

/** All checks of a launch. With an empty wallet nothing is sent, not even what costs nothing. */
function check(model: Model, wish: Wish): Expected | Priced {
  const refused = (wish.quotation ? undefined : noRate(model)) ?? mayNotSend(model) ?? wish.refused
  if (refused) return refused
  const priced = price(model, wish)
  if ('status' in priced) return priced
  const { recipients, amount } = priced
  const balance = spendable(model)
  if (balance < amount || balance === 0)
    return {
      status: 402,
      code: 'INSUFFICIENT_BALANCE',
      body: { shortfallMinorUnit: amount - balance, requiredMinorUnit: amount },
    }
  const sub = live(model)
  if (!sub || sub.used + sub.reserved + recipients.length > sub.cap)
    return { status: 409, code: 'CONVERSATION_CAP_REACHED' }
  return priced
}

const accepted = ({ recipients, amount }: Priced): Expected => ({
  status: 200,
  body: { recipients: recipients.length, estimatedCostMinorUnit: amount },
})

/** Both checks and both reservations happen together, or nothing does. */
export function launch(model: Model, wish: Wish): Expected {
  const checked = check(model, wish)
  if ('status' in checked) return checked
  const campaign = newCampaign(model, wish)
  model.messaging.campaigns.push(campaign)
  reserve(model, campaign, checked)
  return accepted(checked)
}

/** Checked now, and again at its time; nothing is reserved. */
export function schedule(model: Model, wish: Wish, scheduledAt: number): Expected {
  const checked = check(model, wish)
  if ('status' in checked) return checked
  model.messaging.campaigns.push({ ...newCampaign(model, wish), status: 'SCHEDULED', scheduledAt })
  return accepted(checked)
}

/** A campaign that was paused before its time waits for it again, after all checks. */
export function scheduleAgain(model: Model, campaign: Campaign): Expected {
  const checked = check(model, toLabel(model, campaign))
  if ('status' in checked) return checked
  Object.assign(campaign, { status: 'SCHEDULED', reason: null, updatedAt: model.now })
  return accepted(checked)
}

export const isEarly = ({ scheduledAt }: Campaign, now: number) => scheduledAt !== null && scheduledAt > now

/** The launch of a campaign that was scheduled, with audience, prices and cap of now. */
export function start(model: Model, campaign: Campaign): Expected {
  const checked = check(model, toLabel(model, campaign))
  if ('status' in checked) return checked
  reserve(model, campaign, checked)
  return accepted(checked)
}

function reserve(model: Model, campaign: Campaign, { recipients, unit, amount }: Priced) {
  const sub = live(model)
  if (sub) sub.reserved += recipients.length
  const { bonus } = take(model, 'RESERVED', amount)
  model.wallet.reserved += amount
  campaign.hold = { amount, bonus, captured: 0, returned: 0, returnedBonus: 0 }
  Object.assign(campaign, { status: 'RUNNING', reason: null, launchedAt: model.now })
  Object.assign(campaign, { unit, priced: countByCountry(recipients) })
}

const newCampaign = (model: Model, { name, template, label, without, parent }: Wish): Campaign => ({
  name,
  template,
  label,
  without,
  parent,
  status: 'RUNNING',
  reason: null,
  updatedAt: model.now,
  scheduledAt: null,
  launchedAt: null,
  priced: {},
  unit: {},
  isExpanded: false,
  endedAt: null,
  isClosed: false,
  messages: [],
  hold: { amount: 0, bonus: 0, captured: 0, returned: 0, returnedBonus: 0 },
})
