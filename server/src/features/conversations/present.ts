import { failureReason } from '../../domain/messaging/failure-reason.ts'
import { isWindowOpen, windowClosesAt } from '../../domain/messaging/inbound/inbound.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import type { ContactView } from '../contacts/views.ts'
import { openContent } from '../messages/singles/content.ts'
import type { ThreadMessage } from '../messages/singles/thread-messages.ts'
import type { ConversationRow, InboundRow } from './conversations.sql.ts'
import { openInbound } from './inbound-content.ts'
import type { ConversationView, ThreadMessageView } from './schema.ts'

const SNIPPET_CHARS = 120

const EMPTY_FIELDS = {
  media: null,
  location: null,
  payload: null,
  answersMessageId: null,
  campaignId: null,
  status: null,
  waitsForMoney: false,
  errorCode: null,
  errorReason: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: null,
} as const

export function presentInbound(cipher: FieldCipher, row: InboundRow): ThreadMessageView {
  const { text, media, location, payload } = openInbound(cipher, row.contentCipher)
  return {
    ...EMPTY_FIELDS,
    id: row.id,
    kind: 'INBOUND',
    type: row.type,
    text,
    media: media ?? null,
    location: location ?? null,
    payload: payload ?? null,
    answersMessageId: row.answersMessageId,
    at: row.sentAt.toISOString(),
  }
}

export function presentOutbound(cipher: FieldCipher, message: ThreadMessage): ThreadMessageView {
  const content = message.contentCipher ? openContent(cipher, message.contentCipher).content : undefined
  return {
    ...EMPTY_FIELDS,
    id: message.id,
    kind: message.kind,
    type: content?.type ?? 'template',
    text: content?.type === 'text' ? content.body : null,
    campaignId: message.campaignId,
    status: message.status,
    waitsForMoney: message.isUnfunded && message.status === 'QUEUED',
    errorCode: message.errorCode,
    errorReason: message.errorCode === null ? null : failureReason(message.errorCode),
    at: message.createdAt.toISOString(),
    sentAt: message.sentAt?.toISOString() ?? null,
    deliveredAt: message.deliveredAt?.toISOString() ?? null,
    readAt: message.readAt?.toISOString() ?? null,
    failedAt: message.failedAt?.toISOString() ?? null,
  }
}

export function presentConversation(
  row: ConversationRow,
  contact: ContactView,
  last: ThreadMessageView | undefined,
  now: Date,
): ConversationView {
  return {
    contactId: row.contact_id,
    name: contact.name,
    mobile: contact.mobile,
    unread: row.unread,
    lastMessageAt: row.last_message_at.toISOString(),
    lastMessage: last
      ? { kind: last.kind, type: last.type, text: [...(last.text ?? '')].slice(0, SNIPPET_CHARS).join('') }
      : null,
    window: {
      open: isWindowOpen(row.last_inbound_at, now),
      closesAt: windowClosesAt(row.last_inbound_at).toISOString(),
    },
    optedOutAt: contact.optedOutAt,
  }
}
