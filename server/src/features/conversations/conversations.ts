import type { VendorId } from '../../domain/ids.ts'
import { valuesFor } from '../../domain/messaging/campaign-variables.ts'
import { bodyOf } from '../../domain/template/template.ts'
import { fillVariables } from '../../domain/template/variables.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { type CampaignContent, readCampaignContents } from '../campaigns/running-campaigns.ts'
import { findContactsById } from '../contacts/audience/profiles.ts'
import type { ContactView } from '../contacts/views.ts'
import {
  campaignMessagesQuery,
  findLastSingles,
  findMessages,
  singlesQuery,
} from '../messages/singles/thread-messages.ts'
import * as sql from './conversations.sql.ts'
import { presentConversation, presentInbound, presentOutbound } from './present.ts'
import type { ConversationView, ThreadMessageView } from './schema.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/** One page of conversations, newest first, and the number of all conversations with unread messages. */
export async function listConversations(
  deps: ReadDeps,
  who: VendorPrincipal,
  filter: { unreadOnly: boolean },
  page: Page,
) {
  const { vendorId } = who
  const [rows, counts] = await Promise.all([
    sql.listConversations(deps.db, vendorId, filter, toWindow(page)),
    sql.countConversations(deps.db, vendorId),
  ])
  return { conversations: await present(deps, vendorId, rows), counts }
}

/**
 * The messages of a contact, newest first: incoming ones, messages outside campaigns, and answered campaign messages.
 */
export async function readThread(deps: ReadDeps, who: VendorPrincipal, contactId: string, page: Page) {
  const { vendorId } = who
  const contact = (await findContactsById(deps.db, deps, vendorId, [contactId])).get(contactId)
  if (!contact) throw notFound()
  const answered = campaignMessagesQuery(vendorId, sql.answeredIdsQuery(vendorId, contactId))
  const outbound = [singlesQuery(vendorId, contactId), answered]
  const [items, total] = await Promise.all([
    sql.listThread(deps.db, vendorId, contactId, outbound, toWindow(page)),
    sql.countThread(deps.db, vendorId, contactId, outbound),
  ])
  return { messages: await presentItems(deps, vendorId, contact, items), total }
}

/** For all members of the vendor. */
export async function markRead(
  deps: ReadDeps,
  { vendorId }: VendorPrincipal,
  contactId: string,
): Promise<ConversationView> {
  await inTransaction(deps.db, (tx) => sql.setRead(tx, vendorId, contactId))
  const row = await sql.findConversation(deps.db, vendorId, contactId)
  const [view] = row ? await present(deps, vendorId, [row]) : []
  if (!view) throw notFound()
  return view
}

async function present(deps: ReadDeps, vendorId: VendorId, rows: readonly sql.ConversationRow[]) {
  const ids = rows.map(({ contact_id: id }) => id)
  if (ids.length === 0) return []
  const [contacts, outbound, inbound, cipher] = await Promise.all([
    findContactsById(deps.db, deps, vendorId, ids),
    findLastSingles(deps.db, vendorId, ids),
    sql.findLastInbound(deps.db, vendorId, ids),
    deps.keyring.of(deps.db, vendorId),
  ])
  const last = new Map<string, ThreadMessageView>()
  for (const row of inbound) last.set(row.contactId, presentInbound(cipher, row))
  for (const { contactId, ...message } of outbound) {
    const lastInbound = last.get(contactId)
    const view = presentOutbound(cipher, message)
    if (!lastInbound || lastInbound.at < view.at) last.set(contactId, view)
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
  const [inbound, outbound, cipher] = await Promise.all([
    idsOf(true).length > 0 ? sql.findInbound(deps.db, vendorId, idsOf(true)) : [],
    findMessages(deps.db, vendorId, idsOf(false)),
    deps.keyring.of(deps.db, vendorId),
  ])
  const campaignIds = [...new Set(outbound.flatMap(({ campaignId }) => campaignId ?? []))]
  const campaigns = await readCampaignContents(deps.db, vendorId, campaignIds)
  const views = new Map<string, ThreadMessageView>()
  for (const row of inbound) views.set(row.id, presentInbound(cipher, row))
  for (const message of outbound) {
    const campaign = campaigns.get(message.campaignId ?? '')
    views.set(message.id, {
      ...presentOutbound(cipher, message),
      ...(campaign && { text: bodyFor(campaign, contact) }),
    })
  }
  return items.flatMap(({ id }) => views.get(id) ?? [])
}

/** The text with the contact's present values. A variable without a value stays as in the template. */
function bodyFor(campaign: CampaignContent, contact: ContactView) {
  const values = valuesFor(campaign.variables, contact)
  return fillVariables(bodyOf(campaign)?.text ?? '', (name) => values?.get(name))
}

/** The cursor key of a row: time and id. */
export const positionKey = (at: string, id: string) => `${at} ${id}`

function toWindow({ after, limit, offset }: Page): sql.Window {
  const [at = '', id = ''] = after?.split(' ') ?? []
  return { after: after === undefined ? undefined : { at: new Date(at), id }, limit, offset }
}
