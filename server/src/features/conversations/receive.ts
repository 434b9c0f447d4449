import { HOUR_MS } from '../../domain/durations.ts'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { REPLY_ROUTE_HOURS } from '../../domain/limits.ts'
import { isFromPerson } from '../../domain/messaging/inbound/inbound.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { InboundMessage } from '../../ports/provider-events.ts'
import { findOrCreateSender } from '../contacts/audience/inbound-sender.ts'
import { findMessageByWamid, findRecentSenders, routeHashOf } from '../messages/singles/reply-routing.ts'
import { isVendorOpen } from '../vendors/members.ts'
import {
  type ChosenAutoReply,
  chooseAutoReply,
  type ReceiveDeps,
  sendAutoReplyWithin,
} from './auto-replies/send-auto-reply.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './inbound.sql.ts'
import { sealInbound } from './inbound-content.ts'
import { applyKeywords } from './preferences.ts'

/** Stores incoming messages, each once however often it is reported. Throws when some could not be stored. */
export async function receiveMessages(deps: ReceiveDeps, messages: readonly InboundMessage[]): Promise<void> {
  const known = await crossVendor.findKnownWamids(
    deps.db,
    messages.flatMap(({ wamid, otherWamid = wamid }) => [wamid, otherWamid]),
  )
  const failures: unknown[] = []
  for (const message of sortedByTime(messages))
    try {
      if (!known.has(message.wamid) && !known.has(message.otherWamid ?? '')) await receive(deps, message)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

const sortedByTime = (messages: readonly InboundMessage[]) =>
  [...messages].sort((a, b) => a.at.getTime() - b.at.getTime())

async function receive(deps: ReceiveDeps, reported: InboundMessage) {
  const now = deps.clock.now()
  // A provider clock that is ahead must not extend the conversation window.
  const message = { ...reported, at: reported.at > now ? now : reported.at }
  const route = await findRoute(deps, message, now)
  const autoReply = await chooseAutoReply(deps, route.vendorId, message, now)
  await inTransaction(deps.db, (tx) => storeWithin(tx, deps, message, route, autoReply, now))
}

interface Route {
  /** PLATFORM when no vendor can be determined. */
  vendorId: VendorId
  routeHash: Buffer
  answersMessageId: string | null
}

/**
 * By the message that it answers, else the last vendor that wrote to the number within a day, else unassigned. Nobody
 * reads the messages of a closed vendor, so those are unassigned as well.
 */
async function findRoute(
  deps: ReceiveDeps,
  { from, contextId, otherContextId, at }: InboundMessage,
  now: Date,
): Promise<Route> {
  const routeHash = routeHashOf(deps, from)
  const unassigned = { vendorId: PLATFORM, routeHash, answersMessageId: null }
  const toVendor = async (vendorId: VendorId, answersMessageId: string): Promise<Route> =>
    (await isVendorOpen(deps.db, vendorId)) ? { vendorId, routeHash, answersMessageId } : unassigned
  const answered = await findMessageByWamid(
    deps.db,
    [contextId, otherContextId].filter((id) => id !== undefined),
  )
  if (answered) return toVendor(answered.vendorId, answered.id)
  const [last] = await findRecentSenders(deps, deps.db, routeHash, now)
  if (last && last.wroteAt.getTime() > at.getTime() - REPLY_ROUTE_HOURS * HOUR_MS)
    return toVendor(last.vendorId, last.messageId)
  return unassigned
}

async function storeWithin(
  tx: Tx,
  deps: ReceiveDeps,
  message: InboundMessage,
  { vendorId, ...route }: Route,
  autoReply: ChosenAutoReply | undefined,
  now: Date,
) {
  const cipher = await deps.keyring.of(tx, vendorId)
  const { wamid, type, at: sentAt } = message
  const row = {
    id: newId<'inbound'>(),
    wamid,
    ...route,
    type,
    contentCipher: sealInbound(cipher, {
      ...message.content,
      ...(vendorId === PLATFORM && { from: `+${message.from}` }),
    }),
    sentAt,
  }
  if (!(await sql.insertInbound(tx, vendorId, row, now))) return
  await applyKeywords(tx, deps, vendorId, message, now)
  if (vendorId === PLATFORM || !isFromPerson(type)) return
  const contact = await findOrCreateSender(tx, deps, vendorId, { mobile: message.from, name: message.name }, now)
  if (!contact) return
  await sql.setContact(tx, vendorId, row.id, contact)
  await sql.recordInbound(tx, vendorId, contact.id, sentAt)
  if (autoReply) await sendAutoReplyWithin(tx, deps, vendorId, { message, contact, autoReply }, now)
}
