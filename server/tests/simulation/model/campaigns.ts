import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { DAY } from './calendar.ts'
import { exceedsNewPlan, isEarly, labelled, mayNotSend, start } from './launch.ts'
import { type Campaign, type Contact, findCampaign, isOptedOut, type Message } from './messaging.ts'
import type { Model } from './model.ts'
import { retryable } from './retry.ts'
import { capture, fail, freeConversations, giveBack, openAmount } from './settlement.ts'

const DOUBT = 300_000
const TRY_AGAIN = MINUTE_MS

/** The job that writes one message for each recipient who still wants one. */
export function expand(model: Model) {
  for (const campaign of model.messaging.campaigns) {
    if (campaign.isExpanded || campaign.launchedAt === null || campaign.status === 'CANCELLED') continue
    campaign.isExpanded = true
    for (const contact of recipientsOf(model, campaign)) campaign.messages.push(newMessage(model, campaign, contact))
  }
}

/** Those of the launch who can still be written to. */
function recipientsOf(model: Model, { name, label, without, parent, launchedAt }: Campaign): Contact[] {
  const asOf = launchedAt ?? 0
  const members = parent
    ? retryable(model, findCampaign(model, parent), asOf, name)
    : labelled(model, label).filter(({ labels }) => (labels[label] ?? asOf) <= asOf)
  return members.filter((one) => one.country !== without && !isOptedOut(model, one))
}

const newMessage = (model: Model, { unit }: Campaign, contact: Contact): Message => ({
  contact,
  mobile: contact.mobile,
  status: 'QUEUED',
  cost: unit[contact.country] ?? 0,
  settled: null,
  isCounted: false,
  isAccepted: false,
  tries: 0,
  dueAt: model.now,
  isPresumed: false,
  errorCode: null,
  failedAt: null,
})

/** One look at every campaign whose billing is open: it takes the one step that is due. */
export function sweepCampaigns(model: Model) {
  for (const campaign of model.messaging.campaigns) if (!campaign.isClosed) sweep(model, campaign)
}

function sweep(model: Model, campaign: Campaign) {
  const refused = mayNotSend(model)
  const template = model.messaging.templates.find(({ name }) => name === campaign.template)
  const isApproved = template?.status === 'APPROVED'
  const isTooMuch = exceedsNewPlan(model, campaign)
  const planReason = refused?.code ?? (isTooMuch ? 'CONVERSATION_CAP_REACHED' : undefined)
  const reason = planReason ?? (isApproved ? undefined : 'TEMPLATE_NOT_APPROVED')
  switch (campaign.status) {
    case 'SCHEDULED':
      if ((campaign.scheduledAt ?? 0) <= model.now) startOrPause(model, campaign)
      return
    case 'RUNNING':
      if (isSent(campaign)) complete(model, campaign)
      else if (reason) pauseAndNotify(model, campaign, reason)
      return
    case 'PAUSED': {
      if (campaign.launchedAt === null) return startLater(model, campaign)
      // The provider may refuse a template before it says so: an approval is believed after a while.
      const isOld = model.now - campaign.updatedAt >= DOUBT
      const isGone =
        (isAboutPlan(campaign.reason) && !refused) ||
        (campaign.reason === 'CONVERSATION_CAP_REACHED' && planReason !== 'CONVERSATION_CAP_REACHED') ||
        (campaign.reason === 'TEMPLATE_NOT_APPROVED' && isApproved && isOld)
      if (!isGone) return
      // Another reason has come since: nobody is told that it has resumed.
      if (reason && !isSent(campaign)) return pauseAndNotify(model, campaign, reason)
      Object.assign(campaign, { status: 'RUNNING', reason: null })
      if (!isSent(campaign)) notify(model, campaign, 'CAMPAIGN_RESUMED')
      return
    }
    default:
      return closeWhenSettled(model, campaign)
  }
}

const isSent = ({ isExpanded, messages }: Campaign) => isExpanded && !messages.some(({ status }) => status === 'QUEUED')

function complete(model: Model, campaign: Campaign) {
  Object.assign(campaign, { status: 'COMPLETED', endedAt: model.now })
  notify(model, campaign, 'CAMPAIGN_COMPLETED')
}

export const pause = (model: Model, campaign: Campaign, reason: string) =>
  Object.assign(campaign, { status: 'PAUSED', reason, updatedAt: model.now })

function pauseAndNotify(model: Model, campaign: Campaign, reason: string) {
  pause(model, campaign, reason)
  notify(model, campaign, `CAMPAIGN_PAUSED ${reason}`)
}

/** The same notice once a day. */
function notify(model: Model, { name }: Campaign, notice: string) {
  const day = new Date(model.now).toISOString().slice(0, 10)
  model.messaging.notices[`${name} ${notice} ${day}`] = notice
}

function startOrPause(model: Model, campaign: Campaign) {
  const { code } = start(model, campaign)
  if (code !== undefined) pauseAndNotify(model, campaign, code)
}

const isAboutPlan = (reason: string | null) => reason?.startsWith('SUBSCRIPTION')

/** Only the vendor resumes these. */
const isVendorsToResume = (reason: string | null) => reason === 'LIST_EMPTY' || reason === 'VENDOR_SUSPENDED'

/** What was refused at its time starts when the reason is gone. */
function startLater(model: Model, campaign: Campaign) {
  const { reason, updatedAt } = campaign
  if (isVendorsToResume(reason) || isEarly(campaign, model.now)) return
  const isWorthTrying =
    isAboutPlan(reason) || model.now - updatedAt >= TRY_AGAIN || model.wallet.movedAt > campaign.updatedAt
  if (!isWorthTrying) return
  const { code } = start(model, campaign)
  if (code === undefined || (code === reason && isAboutPlan(reason))) return
  Object.assign(campaign, { reason: code, updatedAt: model.now })
  if (code !== reason) notify(model, campaign, `CAMPAIGN_PAUSED ${code}`)
}

/** When every message is final, and at the latest a day after the end. */
function closeWhenSettled(model: Model, campaign: Campaign) {
  const isOpen = campaign.messages.some(({ status }) => status === 'SENT' || status === 'UNKNOWN')
  if (isOpen && model.now < (campaign.endedAt ?? 0) + DAY) return
  campaign.isClosed = true
  for (const message of campaign.messages)
    if (message.status === 'UNKNOWN') {
      fail(model, campaign, message, null)
      message.isPresumed = true
    }
  for (const message of campaign.messages)
    if (message.status === 'SENT' && message.settled === null) capture(model, campaign, message)
  giveBack(model, campaign, openAmount(campaign))
  if (campaign.status === 'COMPLETED') freeConversations(model, unwritten(campaign))
}

/** Paid for at the launch, and without a message. */
const unwritten = ({ priced, messages }: Campaign) =>
  Object.values(priced).reduce((sum, count) => sum + count, 0) - messages.length

/** What is still queued is cancelled, and its money returns at once. */
export function cancel(model: Model, campaign: Campaign) {
  const queued = campaign.messages.filter(({ status }) => status === 'QUEUED')
  for (const message of queued) Object.assign(message, { status: 'CANCELLED', settled: 'REFUNDED' })
  const open = campaign.messages.filter(({ settled }) => settled === null)
  giveBack(model, campaign, openAmount(campaign) - open.reduce((sum, { cost }) => sum + cost, 0))
  freeConversations(model, queued.length + unwritten(campaign))
  Object.assign(campaign, { status: 'CANCELLED', reason: null, endedAt: model.now })
}
