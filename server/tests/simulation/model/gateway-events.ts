import { DAY, wholeSecond } from './calendar.ts'
import { findCampaign } from './messaging.ts'
import { type Event, find, findOrder, type Model } from './model.ts'
import { capture, renew } from './payments.ts'
import { settlePayout } from './refunds.ts'
import { report } from './settlement.ts'
import { catchUp, statusOf } from './subscription.ts'

const ROUTE_KEPT = 30 * DAY

/** Stored webhooks are handled, oldest first. */
export function handleWebhooks(model: Model) {
  for (const event of model.intake.splice(0)) handle(model, event)
}

function handle(model: Model, event: Event) {
  catchUp(model)
  switch (event.kind) {
    case 'captured':
      return capture(model, event.payment)
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
    case 'inbound':
      return receive(model, event)
    case 'status': {
      const campaign = findCampaign(model, event.campaign)
      const message = campaign.messages.find(({ mobile }) => mobile === event.mobile)
      if (message) report(model, campaign, message, event.status)
      return
    }
    case 'refund': {
      const request = find(model.requests, event.request)
      return settlePayout(model, request, event.payout, event.status)
    }
  }
}

function charge(model: Model, event: Extract<Event, { kind: 'charged' }>) {
  const payment = find(model.payments, event.payment)
  if (['APPLIED', 'REFUNDING', 'REFUNDED', 'CREDITED'].includes(payment.state)) return
  const mandate = find(model.mandates, payment.mandate ?? '')
  const sub = model.subscriptions[mandate.subscription - 1]
  const refusal =
    !sub || statusOf(sub, model.now) === 'CANCELLED'
      ? 'SUBSCRIPTION_ENDED'
      : mandate.base !== sub.price || mandate.amount !== payment.amount
        ? 'AMOUNT_MISMATCH'
        : undefined
  if (refusal === undefined && sub) renew(model, sub, payment.name, event.at, event.start)
  payment.state = refusal === undefined ? 'APPLIED' : 'UNPLACED'
  payment.reason = refusal ?? null
}

/** A failure starts Day 1, unless a payment has come since or the mandate is no longer the current one. */
function failCharge(model: Model, { mandate: name, at }: Extract<Event, { kind: 'chargeFailed' }>) {
  const mandate = find(model.mandates, name)
  const sub = model.subscriptions[mandate.subscription - 1]
  if (!sub || mandate.replaced || statusOf(sub, model.now) === 'CANCELLED') return
  if (at < wholeSecond(sub.lastPaidAt)) return
  sub.failures.push(at)
}

/** STOP counts for a vendor that wrote to the number within thirty days; START takes it back. */
function receive(model: Model, { mobile, text }: Extract<Event, { kind: 'inbound' }>) {
  const contact = model.messaging.contacts.find((one) => one.mobile === mobile)
  const hasWritten = contact?.wroteAt != null && model.now - contact.wroteAt < ROUTE_KEPT
  if (contact && hasWritten && text !== 'Hello') contact.isOptedOut = text === 'STOP'
}

/** The newest verdict counts. Of two in one second nobody knows the order: approved counts. */
function judge(model: Model, { template: name, verdict, at }: Extract<Event, { kind: 'template' }>) {
  const template = find(model.messaging.templates, name)
  if (at < template.judgedAt || (at === template.judgedAt && verdict === 'REJECTED')) return
  Object.assign(template, { status: verdict, judgedAt: at })
}
