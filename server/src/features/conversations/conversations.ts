import type { VendorId } from '../../domain/ids.ts'
import { valuesFor } from '../../domain/messaging/campaign-variables.ts'
import { bodyOf } from '../../domain/template/template.ts'
import { fill } from '../../domain/template/variables.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Slice } from '../../platform/http/pagination.ts'
import type { Vendor } from '../../platform/http/principal.ts'
import { type CampaignContent, contentsOf } from '../campaigns/dispatch.ts'
import { findContactsById } from '../contacts/audience/profiles.ts'
import type { ContactView } from '../contacts/views.ts'
import { campaignOnes, findMessages, lastSingles, singlesOf } from '../messages/singles/thread-messages.ts'
import * as sql from './conversations.sql.ts'
import { presentConversation, presentInbound, presentSaid } from './present.ts'
import type { ConversationView, ThreadMessageView } from './schema.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/** One page of conversations, the newest first, and how many of all have something unread. */
export async function listConversations(deps: ReadDeps, who: Vendor, filter: { unreadOnly: boolean }, slice: Slice) {
  const { vendorId } = who
  const [rows, counts] = await Promise.all([
    sql.listConversations(deps.db, vendorId, filter, windowOf(slice)),
    sql.countConversations(deps.db, vendorId),
  ])
  return { conversations: await present(deps, vendorId, rows), counts }
}

/** What was said with a contact, the newest first: its messages, the answers, and what it answered. */
export async function readThread(deps: ReadDeps, who: Vendor, contactId: string, slice: Slice) {
  const { vendorId } = who
  const contact = (await findContactsById(deps.db, deps, vendorId, [contactId])).get(contactId)
  if (!contact) throw notFound()
  const answered = campaignOnes(vendorId, sql.answeredIds(vendorId, contactId))
  const said = [singlesOf(vendorId, contactId), answered]
  const [items, total] = await Promise.all([
    sql.listThread(deps.db, vendorId, contactId, said, windowOf(slice)),
    sql.countThread(deps.db, vendorId, contactId, said),
  ])
  return { messages: await presentItems(deps, vendorId, contact, items), total }
}

/** A company reads together: what one has read is read. */
export async function markRead(deps: ReadDeps, { vendorId }: Vendor, contactId: string): Promise<ConversationView> {
  await inTransaction(deps.db, (tx) => sql.setRead(tx, vendorId, contactId))
  const row = await sql.findConversation(deps.db, vendorId, contactId)
  const [view] = row ? await present(deps, vendorId, [row]) : []
  if (!view) throw notFound()
  return view
}

async function present(deps: ReadDeps, vendorId: VendorId, rows: readonly sql.ConversationRow[]) {
  const ids = rows.map(({ contact_id: id }) => id)
  if (ids.length === 0) return []
  const [contacts, said, heard, cipher] = await Promise.all([
    findContactsById(deps.db, deps, vendorId, ids),
    lastSingles(deps.db, vendorId, ids),
    sql.lastInbound(deps.db, vendorId, ids),
    deps.keyring.of(deps.db, vendorId),
  ])
  const last = new Map<string, ThreadMessageView>()
  for (const row of heard) last.set(row.contactId, presentInbound(cipher, row))
  for (const { contactId, ...message } of said) {
    const before = last.get(contactId)
    const view = presentSaid(cipher, message)
    if (!before || before.at < view.at) last.set(contactId, view)
  }
  const now = deps.clock.now()
  return rows.flatMap((row) => {
    const contact = contacts.get(row.contact_id)
    return contact ? [presentConversation(row, contact, last.get(row.contact_id), now)] : []
  })
}

async function presentItems(
  deps: ReadDeps,
  vendorId: VendorId,
  contact: ContactView,
  items: readonly sql.ThreadItem[],
) {
  const idsOf = (isInbound: boolean) => items.filter((item) => item.isInbound === isInbound).map(({ id }) => id)
  const [heard, said, cipher] = await Promise.all([
    idsOf(true).length > 0 ? sql.findInbound(deps.db, vendorId, idsOf(true)) : [],
    findMessages(deps.db, vendorId, idsOf(false)),
    deps.keyring.of(deps.db, vendorId),
  ])
  const campaignIds = [...new Set(said.flatMap(({ campaignId }) => campaignId ?? []))]
  const campaigns = await contentsOf(deps.db, vendorId, campaignIds)
  const views = new Map<string, ThreadMessageView>()
  for (const row of heard) views.set(row.id, presentInbound(cipher, row))
  for (const message of said) {
    const campaign = campaigns.get(message.campaignId ?? '')
    views.set(message.id, { ...presentSaid(cipher, message), ...(campaign && { text: bodyFor(campaign, contact) }) })
  }
  return items.flatMap(({ id }) => views.get(id) ?? [])
}

/** The text as it reads for the contact as it is now; what has no value any more stays as it is in the template. */
function bodyFor(campaign: CampaignContent, contact: ContactView) {
  const values = valuesFor(campaign.variables, contact)
  return fill(bodyOf(campaign)?.text ?? '', (name) => values?.get(name))
}

/** The key of a list's row: when it was, and which. */
export const keyAt = (at: string, id: string) => `${at} ${id}`

function windowOf({ after, limit, offset }: Slice): sql.Window {
  const [at = '', id = ''] = after?.split(' ') ?? []
  return { after: after === undefined ? undefined : { at: new Date(at), id }, limit, offset }
}
