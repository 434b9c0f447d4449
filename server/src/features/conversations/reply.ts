import { isWindowOpen } from '../../domain/messaging/inbound/inbound.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import { findContactsById } from '../contacts/audience/profiles.ts'
import { queueSingle, type Single } from '../messages/singles/send-single.ts'
import { findMessages } from '../messages/singles/thread-messages.ts'
import { rateFor } from '../pricing/price-audience.ts'
import { assertMaySend } from '../subscriptions/lifecycle/current.ts'
import * as sql from './conversations.sql.ts'
import { presentOutbound } from './present.ts'

type ReplyDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'config' | 'log' | 'lock' | 'rates'>

interface Reply {
  contactId: string
  text: string
}

/** Sends a free text to a contact while the conversation window is open. */
export async function reply(deps: ReplyDeps, who: VendorPrincipal, input: Reply, idempotency: IdempotencyRecord) {
  const now = deps.clock.now()
  if (!(await findContactsById(deps.db, deps, who.vendorId, [input.contactId])).has(input.contactId)) throw notFound()
  const rate = await rateFor(deps, who.vendorId, now)
  return inTransaction(deps.db, (tx) => replyWithin(tx, deps, who, { ...input, rate }, idempotency, now))
}

async function replyWithin(
  tx: Tx,
  deps: ReplyDeps,
  { vendorId }: VendorPrincipal,
  { contactId, text, rate }: Reply & Pick<Single, 'rate'>,
  idempotency: IdempotencyRecord,
  now: Date,
) {
  const conversation = await sql.lockConversation(tx, vendorId, contactId)
  const contact = (await findContactsById(tx, deps, vendorId, [contactId])).get(contactId)
  if (!contact) throw notFound()
  await assertMaySend(tx, deps, vendorId, now)
  if (contact.optedOutAt !== null)
    throw new AppError('OPTED_OUT', { detail: 'This contact has opted out of messages.' })
  if (!conversation || !isWindowOpen(conversation.last_inbound_at, now))
    throw new AppError('WINDOW_CLOSED', {
      detail:
        'You can reply freely within 24 hours of the contact’s last message. After that, only templates can be sent.',
    })
  const content = { type: 'text', body: text } as const
  const single: Single = { kind: 'REPLY', contactId, mobile: contact.mobile, content, category: 'SERVICE', rate }
  const id = await queueSingle(tx, deps, vendorId, single, now)
  await sql.recordOutbound(tx, vendorId, contactId, now)
  const [message] = await findMessages(tx, vendorId, [id])
  if (!message) throw notFound()
  const view = presentOutbound(await deps.keyring.of(tx, vendorId), message)
  await idempotency.saveAnswer(tx, 201, view)
  return view
}
