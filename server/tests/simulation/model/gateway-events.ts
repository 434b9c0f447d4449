import { DAY, wholeSecond } from './calendar.ts'
import { findContact, upsert } from './contacts.ts'
import { flag } from './dead-letters.ts'
import type { Event } from './events.ts'
import { findCampaign, type Inbound } from './messaging.ts'
import { find, findOrder, type Model, type Shared } from './model.ts'
import { capture, mayApply, place, renew } from './payments.ts'
import { noteFailure } from './provider.ts'
import { settlePayout } from './refunds.ts'
import { report } from './settlement.ts'
import { catchUp, statusOf } from './subscription.ts'

const ROUTE_KEPT = 30 * DAY

/** Stored webhooks are handled, oldest first. Reports on messages have a lane of their own, which comes last here. */
export function handleWebhooks(model: Model) {
  const events = model.intake.splice(0)
  const isReport = ({ kind }: Event) => kind === 'status' || kind === 'singleStatus'
  for (const event of [...events.filter((one) => !isReport(one)), ...events.filter(isReport)]) handle(model, event)
}

function handle(model: Model, event: Event) {
  catchUp(model)
  switch (event.kind) {
    case 'captured': {
      const payment = capture(model, event.payment, event.letter !== undefined)
      if (payment.state !== 'UNPLACED') return
      payment.isFlagged = true
      return flag(model, event, payment.reason)
    }
    case 'failed': {
      const order = findOrder(model, event.order)
      if (order.status === 'CREATED') order.status = 'FAILED'
      return
    }
    case 'charged':
      return charge(model, event)
    case 'chargeFailed':
      return failCharge(model, event)
    case 'template':
      return judge(model, event)
    case 'status': {
      noteFailure(model.shared.provider, event.report.code, event.report.at)
      const campaign = findCampaign(model, event.campaign)
      const message = campaign.messages.find(({ mobile }) => mobile === event.mobile)
      if (message) report(model, campaign, message, event.report)
      return
    }
    case 'singleStatus': {
      noteFailure(model.shared.provider, event.report.code, event.report.at)
      const single = find(model.messaging.singles, event.single)
      return report(model, single, single, event.report)
    }
    case 'refund': {
      const request = find(model.requests, event.request)
      return settlePayout(model, request, event.payout, event.status)
    }
  }
}

function charge(model: Model, event: Extract<Event, { kind: 'charged' }>) {
  const payment = find(model.payments, event.payment)
  if (!mayApply(payment, event.letter !== undefined)) return
  const mandate = find(model.mandates, payment.mandate ?? '')
  const sub = model.subscriptions[mandate.subscription - 1]
  const refusal =
    !sub || statusOf(sub, model.now) === 'CANCELLED'
      ? 'SUBSCRIPTION_ENDED'
      : mandate.base !== sub.price || mandate.amount !== payment.amount
        ? 'AMOUNT_MISMATCH'
        : undefined
  if (refusal === undefined && sub) {
    const gst = mandate.amount - mandate.base
    renew(model, sub, { payment: payment.name, gst, at: event.at, charged: event.start })
  }
  place(model, payment, refusal)
  if (refusal !== undefined) flag(model, event, refusal)
}

/** A failure starts Day 1, unless a payment has come since or the mandate is no longer the current one. */
function failCharge(model: Model, { mandate: name, at }: Extract<Event, { kind: 'chargeFailed' }>) {
  const mandate = find(model.mandates, name)
  const sub = model.subscriptions[mandate.subscription - 1]
  if (!sub || mandate.replaced || statusOf(sub, model.now) === 'CANCELLED') return
  if (at < wholeSecond(sub.lastPaidAt)) return
  sub.failures.push(at)
}

/** Messages of recipients, each for the vendor that wrote to the number last, if that was within a day. */
export function handleInbound({ vendors, inbound }: Shared) {
  for (const message of inbound.splice(0)) receive(vendors, message)
}

/** STOP counts for that vendor, later for all that wrote within thirty days; START takes back what a STOP has done. */
function receive(vendors: readonly Model[], { mobile, text, at }: Inbound) {
  const wroteAt = ({ messaging }: Model) => messaging.wroteAt[mobile] ?? 0
  const senders = vendors
    .filter((vendor) => vendor.now - wroteAt(vendor) < ROUTE_KEPT)
    .sort((a, b) => wroteAt(b) - wroteAt(a))
  const [last] = senders
  // Nobody reads the messages of a closed vendor.
  const isFresh = last !== undefined && last.status !== 'CLOSED' && wroteAt(last) > at - DAY
  if (isFresh) {
    upsert(last, mobile, null, false, 'SKIP_DUPLICATES')
    const contact = findContact(last, mobile)
    contact.hasConversation = true
    contact.inboundAt = Math.max(contact.inboundAt ?? 0, at)
  }
  for (const { messaging } of isFresh ? [last] : senders) {
    const { optOuts } = messaging
    if (text === 'STOP') optOuts[mobile] ??= 'STOP'
    if (text === 'START' && optOuts[mobile] === 'STOP') delete optOuts[mobile]
  }
}

/** The newest verdict counts. Of two in one second nobody knows the order: approved counts. */
function judge(model: Model, { template: name, verdict, at }: Extract<Event, { kind: 'template' }>) {
  const template = find(model.messaging.templates, name)
  if (at < template.judgedAt || (at === template.judgedAt && verdict === 'REJECTED')) return
  Object.assign(template, { status: verdict, judgedAt: at })
}
