import { mayNotSend } from './launch.ts'
import { CODES, isOptedOut, type Message, type SentMessage, type Single } from './messaging.ts'
import { isLeaving, type Model } from './model.ts'
import { stop } from './provider.ts'
import { fail, hold, type Payer, releaseHold } from './settlement.ts'
import { isReplyLate } from './singles.ts'

const TRIES_MAX = 5
const RETRY_AFTER = 5_000

/** Replies and tests that are due are sent, as far as the wallet covers them; those that are too late fail. */
export function dispatchSingles(model: Model) {
  if (model.shared.provider.isStopped) return
  const due = model.messaging.singles.filter((one) => isDue(model, one) && !one.isUnfunded)
  for (const one of due) if (isReplyLate(model, one)) fail(model, one, one, null)
  if (mayNotSend(model)) {
    if (isLeaving(model)) for (const one of due) if (one.status === 'QUEUED') fail(model, one, one, null)
    return
  }
  for (const one of due) if (one.status === 'QUEUED' && !isWanted(model, one)) fail(model, one, one, null)
  const funded: Single[] = []
  for (const one of due) {
    if (one.status !== 'QUEUED') continue
    if (hold(model, one)) funded.push(one)
    else one.isUnfunded = true
  }
  send(
    model,
    funded.map((one) => ({ payer: one, message: one })),
  )
  for (const one of funded) if (one.status === 'QUEUED') releaseHold(model, one)
}

/** Queued messages of running campaigns, to those who are contacts still and want messages. */
export function dispatchCampaigns(model: Model) {
  if (model.shared.provider.isStopped) return
  const claimed = model.messaging.campaigns.flatMap((campaign) =>
    campaign.status === 'RUNNING'
      ? campaign.messages.filter((one) => isDue(model, one)).map((message) => ({ payer: campaign, message }))
      : [],
  )
  for (const { payer, message } of claimed) if (!isRecipient(model, message)) fail(model, payer, message, null)
  send(
    model,
    claimed.filter(({ message }) => message.status === 'QUEUED'),
  )
}

/** What was written to a contact goes with it. A test has no contact. */
const isWanted = (model: Model, one: Single) =>
  (one.contact === null || model.messaging.contacts.includes(one.contact)) && !isOptedOut(model, one)

const isDue = ({ now }: Model, { status, dueAt }: SentMessage) => status === 'QUEUED' && dueAt <= now

const isRecipient = (model: Model, message: Message) =>
  model.messaging.contacts.includes(message.contact) && !isOptedOut(model, message)

/** All at once: the provider answers each of them as its script says. */
function send(model: Model, batch: readonly { payer: Payer; message: SentMessage }[]) {
  const { messaging, shared } = model
  const { script } = shared.provider
  for (const { payer, message } of batch) {
    messaging.wroteAt[message.mobile] = model.now
    const code = CODES[script] ?? null
    switch (script) {
      case 'accept':
        Object.assign(message, { status: 'SENT', isAccepted: true })
        break
      case 'lose-answer':
        Object.assign(message, { status: 'UNKNOWN', isAccepted: true })
        break
      case 'no such number':
        fail(model, payer, message, code)
        break
      case 'temporary fault':
        message.tries++
        // The next try is seconds away, and the clock moves by hours.
        message.dueAt = model.now + RETRY_AFTER
        if (message.tries >= TRIES_MAX) fail(model, payer, message, code)
        break
      case 'account blocked':
        stop(shared.provider, code, model.now)
    }
  }
}
