import { DAY } from './calendar.ts'
import { mayNotSend } from './launch.ts'
import { type Campaign, CODES, type Message } from './messaging.ts'
import type { Model } from './model.ts'
import { capture, fail, freeConversations, giveBack, openAmount } from './settlement.ts'

const TRIES_MAX = 5
const DOUBT = 300_000

/** The job that writes one message for each recipient who still wants one. */
export function expand(model: Model) {
  for (const campaign of model.messaging.campaigns) {
    if (campaign.isExpanded || campaign.status === 'CANCELLED') continue
    campaign.isExpanded = true
    for (const contact of campaign.recipients)
      if (!contact.isOptedOut) campaign.messages.push(newMessage(model, campaign, contact.mobile, contact.country))
  }
}

const newMessage = (model: Model, { unit }: Campaign, mobile: string, country: string): Message => ({
  mobile,
  status: 'QUEUED',
  cost: unit[country] ?? 0,
  settled: null,
  isCounted: false,
  isAccepted: false,
  tries: 0,
  dueAt: model.now,
  isPresumed: false,
  errorCode: null,
})

/** Queued messages of running campaigns are sent, and the provider answers as its script says. */
export function dispatch(model: Model) {
  const { messaging } = model
  for (const campaign of messaging.campaigns) {
    if (campaign.status !== 'RUNNING') continue
    for (const message of campaign.messages) {
      if (messaging.isStopped) return
      if (message.status === 'QUEUED' && message.dueAt <= model.now) send(model, campaign, message)
    }
  }
}

function send(model: Model, campaign: Campaign, message: Message) {
  const { messaging } = model
  const contact = messaging.contacts.find(({ mobile }) => mobile === message.mobile)
  if (!contact || contact.isOptedOut) return fail(model, campaign, message)
  contact.wroteAt = model.now
  message.errorCode = CODES[messaging.script] ?? null
  switch (messaging.script) {
    case 'accept':
      Object.assign(message, { status: 'SENT', isAccepted: true })
      return
    case 'lose-answer':
      Object.assign(message, { status: 'UNKNOWN', isAccepted: true })
      return
    case 'no such number':
      return fail(model, campaign, message)
    case 'temporary fault':
      message.tries++
      // The next try is seconds away, and the clock moves by hours.
      message.dueAt = model.now + 5_000
      if (message.tries >= TRIES_MAX) fail(model, campaign, message)
      return
    case 'account blocked':
      messaging.isStopped = true
  }
}

/** One look at every campaign whose billing is open: it takes the one step that is due. */
export function sweepCampaigns(model: Model) {
  for (const campaign of model.messaging.campaigns) if (!campaign.isClosed) sweep(model, campaign)
}

function sweep(model: Model, campaign: Campaign) {
  const refused = mayNotSend(model)
  const template = model.messaging.templates.find(({ name }) => name === campaign.template)
  switch (campaign.status) {
    case 'RUNNING': {
      const isUnsent = campaign.messages.some(({ status }) => status === 'QUEUED')
      if (campaign.isExpanded && !isUnsent) Object.assign(campaign, { status: 'COMPLETED', endedAt: model.now })
      else if (refused) pause(model, campaign, refused.code ?? '')
      else if (template?.status !== 'APPROVED') pause(model, campaign, 'TEMPLATE_NOT_APPROVED')
      return
    }
    case 'PAUSED': {
      // The provider may refuse a template before it says so: an approval is believed after a while.
      const isOld = model.now - campaign.pausedAt >= DOUBT
      const isGone =
        (campaign.reason?.startsWith('SUBSCRIPTION') && !refused) ||
        (campaign.reason === 'TEMPLATE_NOT_APPROVED' && template?.status === 'APPROVED' && isOld)
      if (isGone) Object.assign(campaign, { status: 'RUNNING', reason: null })
      return
    }
    default:
      return closeWhenSettled(model, campaign)
  }
}

export const pause = (model: Model, campaign: Campaign, reason: string) =>
  Object.assign(campaign, { status: 'PAUSED', reason, pausedAt: model.now })

/** When every message is final, and at the latest a day after the end. */
function closeWhenSettled(model: Model, campaign: Campaign) {
  const isOpen = campaign.messages.some(({ status }) => status === 'SENT' || status === 'UNKNOWN')
  if (isOpen && model.now < (campaign.endedAt ?? 0) + DAY) return
  campaign.isClosed = true
  for (const message of campaign.messages)
    if (message.status === 'UNKNOWN') {
      fail(model, campaign, message)
      message.isPresumed = true
    }
  for (const message of campaign.messages)
    if (message.status === 'SENT' && message.settled === null) capture(model, campaign, message)
  giveBack(model, campaign, openAmount(campaign))
  if (campaign.status === 'COMPLETED') freeConversations(model, campaign.recipients.length - campaign.messages.length)
}

/** What is still queued is cancelled, and its money returns at once. */
export function cancel(model: Model, campaign: Campaign) {
  const queued = campaign.messages.filter(({ status }) => status === 'QUEUED')
  for (const message of queued) Object.assign(message, { status: 'CANCELLED', settled: 'REFUNDED' })
  const open = campaign.messages.filter(({ settled }) => settled === null)
  giveBack(model, campaign, openAmount(campaign) - open.reduce((sum, { cost }) => sum + cost, 0))
  freeConversations(model, queued.length + campaign.recipients.length - campaign.messages.length)
  Object.assign(campaign, { status: 'CANCELLED', reason: null, endedAt: model.now })
}
