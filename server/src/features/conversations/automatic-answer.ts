import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { isWindowOpen, isWords } from '../../domain/messaging/inbound.ts'
import { ruleFor } from '../../domain/messaging/keywords.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { findOrCreateSender } from '../contacts/audience/inbound-sender.ts'
import { isOptedOut } from '../contacts/audience/opt-out.ts'
import { codecFor } from '../contacts/codec.ts'
import { queueSingle, type Single } from '../messages/singles/send-single.ts'
import { mayAnswerAgain } from '../messages/singles/thread-messages.ts'
import { rateFor } from '../pricing/price-audience.ts'
import { maySend } from '../subscriptions/lifecycle/current.ts'
import * as sql from './auto-replies.sql.ts'
import type { InboundMessage, ReceiveDeps } from './inbound-message.ts'
import { wordOf } from './preferences.ts'

export interface Answer {
  ruleId: string
  text: string
  rate: Single['rate']
}

/** The one rule that answers a message, if the vendor has one and may send. It may ask for an exchange rate. */
export async function chooseAnswer(
  deps: ReceiveDeps,
  vendorId: VendorId,
  message: InboundMessage,
  now: Date,
): Promise<Answer | undefined> {
  if (vendorId === PLATFORM || !isWords(message.type) || !isWindowOpen(message.at, now)) return undefined
  if (wordOf(deps, message) === 'stop') return undefined
  const rule = ruleFor(message.content.text, await sql.listActive(deps.db, vendorId))
  if (!rule || !(await maySend(deps.db, deps, vendorId, now))) return undefined
  return unanswered(deps, vendorId, async () => ({
    ruleId: rule.id,
    text: rule.reply,
    rate: await rateFor(deps, vendorId, now),
  }))
}

interface Occasion {
  message: InboundMessage
  contact: NonNullable<Awaited<ReturnType<typeof findOrCreateSender>>>
  answer: Answer
}

/** Queued with the message that it answers, so that there is one answer or none. It waits if there is no money. */
export async function answerWithin(
  tx: Tx,
  deps: ReceiveDeps,
  vendorId: VendorId,
  { message, contact, answer }: Occasion,
  now: Date,
) {
  if (await isOptedOut(tx, vendorId, contact.mobileHash)) return
  if (!(await mayAnswerAgain(tx, vendorId, contact.id, answer.ruleId, now))) return
  const { mobile } = (await codecFor(deps, tx, vendorId)).open(contact.profileCipher)
  const single: Single = {
    kind: 'AUTO_REPLY',
    contactId: contact.id,
    mobile,
    content: { type: 'text', body: answer.text, replyTo: message.wamid },
    category: 'SERVICE',
    autoReplyId: answer.ruleId,
    rate: answer.rate,
  }
  await unanswered(deps, vendorId, () => queueSingle(tx, deps, vendorId, single, now))
}

/** That there is no price or rate must not lose what somebody wrote: it goes unanswered. */
async function unanswered<T>(deps: ReceiveDeps, vendorId: VendorId, answer: () => Promise<T>): Promise<T | undefined> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn({ event: 'auto_reply.skipped', vendorId, code: error.code })
    return undefined
  }
}
