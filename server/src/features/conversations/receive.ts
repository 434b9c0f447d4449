import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { ROUTE_HOURS } from '../../domain/limits.ts'
import { isFromPerson } from '../../domain/messaging/inbound.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { findOrCreateSender } from '../contacts/audience/inbound-sender.ts'
import { findSent, routeHashOf, vendorsThatWroteTo } from '../messages/singles/reply-routing.ts'
import { type Answer, answerWithin, chooseAnswer } from './automatic-answer.ts'
import { sealInbound } from './content.ts'
import type { InboundMessage, ReceiveDeps } from './inbound-message.ts'
import { applyKeywords } from './preferences.ts'
import * as sql from './sql.ts'

/**
 * Takes in what people wrote, each message once however often it is told. Throwing means that some are not stored; the
 * others are.
 */
export async function receiveMessages(deps: ReceiveDeps, news: readonly InboundMessage[]): Promise<void> {
  const known = await sql.knownWamids(
    deps.db,
    news.map(({ wamid }) => wamid),
  )
  const failures: unknown[] = []
  for (const message of inOrder(news))
    try {
      if (!known.has(message.wamid)) await receive(deps, message)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

const inOrder = (news: readonly InboundMessage[]) => [...news].sort((a, b) => a.at.getTime() - b.at.getTime())

async function receive(deps: ReceiveDeps, told: InboundMessage) {
  const now = deps.clock.now()
  // A clock that is ahead of ours must not keep a conversation open for longer.
  const message = { ...told, at: told.at > now ? now : told.at }
  const route = await routeOf(deps, message, now)
  const answer = await chooseAnswer(deps, route.vendorId, message, now)
  await inTransaction(deps.db, (tx) => storeWithin(tx, deps, message, route, answer, now))
}

interface Route {
  /** The platform: nobody can be named. */
  vendorId: VendorId
  routeHash: Buffer
  answersMessageId: string | null
}

/** By the message that it answers, else the last vendor that wrote to the number within a day, else nobody's. */
async function routeOf(deps: ReceiveDeps, { from, contextId, at }: InboundMessage, now: Date): Promise<Route> {
  const routeHash = routeHashOf(deps, from)
  const answered = contextId === undefined ? undefined : await findSent(deps.db, contextId)
  if (answered) return { vendorId: answered.vendorId, routeHash, answersMessageId: answered.id }
  const [last] = await vendorsThatWroteTo(deps.db, routeHash, now)
  if (last && last.wroteAt.getTime() > at.getTime() - ROUTE_HOURS * HOUR_MS)
    return { vendorId: last.vendorId, routeHash, answersMessageId: last.messageId }
  return { vendorId: PLATFORM, routeHash, answersMessageId: null }
}

const HOUR_MS = 3_600_000

async function storeWithin(
  tx: Tx,
  deps: ReceiveDeps,
  message: InboundMessage,
  { vendorId, ...route }: Route,
  answer: Answer | undefined,
  now: Date,
) {
  const cipher = await deps.keyring.of(tx, vendorId)
  const { wamid, type, at: sentAt } = message
  const row = {
    id: newId<'inbound'>(),
    wamid,
    ...route,
    type,
    contentCipher: sealInbound(cipher, message.content),
    sentAt,
  }
  if (!(await sql.insertInbound(tx, vendorId, row, now))) return
  await applyKeywords(tx, deps, vendorId, message, now)
  if (vendorId === PLATFORM || !isFromPerson(type)) return
  const contact = await findOrCreateSender(tx, deps, vendorId, { mobile: message.from, name: message.name }, now)
  if (!contact) return
  await sql.setContact(tx, vendorId, row.id, contact)
  await sql.noteInbound(tx, vendorId, contact.id, sentAt)
  if (answer) await answerWithin(tx, deps, vendorId, { message, contact, answer }, now)
}
