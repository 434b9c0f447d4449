import { PLATFORM, type VendorId } from '../../../domain/ids.ts'
import { isText, isWindowOpen } from '../../../domain/messaging/inbound/inbound.ts'
import { ruleFor } from '../../../domain/messaging/inbound/keywords.ts'
import { providerIdsOf } from '../../../platform/crypto/provider-ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { InboundMessage } from '../../../ports/provider-events.ts'
import type { findOrCreateSender } from '../../contacts/audience/inbound-sender.ts'
import { isOptedOut } from '../../contacts/audience/opt-out.ts'
import { codecFor } from '../../contacts/codec.ts'
import { queueSingle, type Single } from '../../messages/singles/send-single.ts'
import { mayAutoReplyAgain } from '../../messages/singles/thread-messages.ts'
import { rateFor } from '../../pricing/price-audience.ts'
import { maySend } from '../../subscriptions/lifecycle/current.ts'
import { keywordOf } from '../preferences.ts'
import * as sql from './auto-replies.sql.ts'

export type ReceiveDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'config' | 'log' | 'lock' | 'rates'>

export interface ChosenAutoReply {
  ruleId: string
  text: string
  rate: Single['rate']
}

/** The rule that answers a message, if the vendor has one and may send. May call the exchange rate service. */
export async function chooseAutoReply(
  deps: ReceiveDeps,
  vendorId: VendorId,
  message: InboundMessage,
  now: Date,
): Promise<ChosenAutoReply | undefined> {
  if (vendorId === PLATFORM || !isText(message.type) || !isWindowOpen(message.at, now)) return undefined
  if (keywordOf(deps, message) === 'stop') return undefined
  const rule = ruleFor(message.content.text, await sql.listActive(deps.db, vendorId))
  if (!rule || !(await maySend(deps.db, deps, vendorId, now))) return undefined
  return logUnanswered(deps, vendorId, async () => ({
    ruleId: rule.id,
    text: rule.reply,
    rate: await rateFor(deps, vendorId, now),
  }))
}

interface AutoReplyTrigger {
  message: InboundMessage
  contact: NonNullable<Awaited<ReturnType<typeof findOrCreateSender>>>
  autoReply: ChosenAutoReply
}

/** Queued in the transaction of the message that it answers, so that it is sent at most once. It may wait for money. */
export async function sendAutoReplyWithin(
  tx: Tx,
  deps: ReceiveDeps,
  vendorId: VendorId,
  { message, contact, autoReply }: AutoReplyTrigger,
  now: Date,
) {
  if (await isOptedOut(deps, tx, vendorId, contact.mobileHash)) return
  if (!(await mayAutoReplyAgain(tx, vendorId, contact.id, autoReply.ruleId, now))) return
  const { mobile } = (await codecFor(deps, tx, vendorId)).open(contact.profileCipher)
  const single: Single = {
    kind: 'AUTO_REPLY',
    contactId: contact.id,
    mobile,
    content: { type: 'text', body: autoReply.text, replyTo: (await providerIdsOf(deps, tx)).open(message.wamid) },
    category: 'SERVICE',
    autoReplyId: autoReply.ruleId,
    rate: autoReply.rate,
  }
  await logUnanswered(deps, vendorId, () => queueSingle(tx, deps, vendorId, single, now))
}

/** A missing price or rate must not lose the incoming message, so the message is stored without an auto-reply. */
async function logUnanswered<T>(deps: ReceiveDeps, vendorId: VendorId, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn({ event: 'auto_reply.skipped', vendorId, code: error.code })
    return undefined
  }
}
