import { z } from 'zod'
import { KEYWORD_CHARS_MAX, MESSAGE_TEXT_CHARS_MAX } from '../../domain/limits.ts'
import { normalizeWords } from '../../domain/messaging/inbound/keywords.ts'
import { MESSAGE_STATUSES } from '../../domain/messaging/settlement.ts'
import { ListQuery, listOf } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'
import { singleLine } from '../vendors/schema.ts'

export const ContactParams = z.object({ contactId: z.string().refine(isId) })

/** Text with line breaks. Other control characters and lone surrogates are refused. */
const MessageText = z
  .string()
  .trim()
  .min(1)
  .max(MESSAGE_TEXT_CHARS_MAX)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, 'must not contain control characters')

export const ReplyBody = z
  .strictObject({ text: MessageText.meta({ example: 'We are open until six today.' }) })
  .meta({ id: 'Reply' })

export const ConversationsQuery = ListQuery.extend({
  unread: z.enum(['true', 'false']).optional().meta({ description: '`true`: only unread conversations' }),
})

export const ThreadMessageView = z
  .object({
    id: z.string(),
    kind: z.enum(['INBOUND', 'REPLY', 'AUTO_REPLY', 'CAMPAIGN', 'TEST']),
    type: z.string().meta({ description: 'For inbound messages, as the provider reports it', example: 'text' }),
    text: z.string().nullable().meta({
      description:
        "The text, or the caption of a file; for campaign messages, the text filled in with the contact's current data",
    }),
    media: z
      .object({ mimeType: z.string(), filename: z.string().nullable() })
      .nullable()
      .meta({ description: 'The kind of file received; the file itself is not downloaded' }),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    payload: z.string().nullable().meta({ description: 'The payload of the tapped button' }),
    answersMessageId: z
      .string()
      .nullable()
      .meta({ description: 'Your message that it replies to: the one it quotes, or the last one before it' }),
    campaignId: z.string().nullable(),
    status: z.enum(MESSAGE_STATUSES).nullable().meta({ description: 'Null for inbound messages' }),
    waitsForMoney: z.boolean().meta({ description: 'Waiting for funds: it is sent once the wallet covers it' }),
    errorCode: z.string().nullable(),
    errorReason: z.string().nullable(),
    at: z.string().meta({ description: 'When it was written' }),
    sentAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    readAt: z.string().nullable(),
    failedAt: z.string().nullable(),
  })
  .meta({ id: 'ConversationMessage' })
export type ThreadMessageView = z.output<typeof ThreadMessageView>

export const ConversationView = z
  .object({
    contactId: z.string(),
    name: z.string(),
    mobile: z.string().meta({ description: 'Digits only', example: '919876543210' }),
    unread: z.int().meta({ description: 'Messages that no member of your team has read' }),
    lastMessageAt: z.string(),
    lastMessage: z
      .object({ kind: ThreadMessageView.shape.kind, type: z.string(), text: z.string() })
      .nullable()
      .meta({ description: 'The start of its text' }),
    window: z
      .object({ open: z.boolean(), closesAt: z.string() })
      .meta({ description: 'Free-text replies are possible until 24 hours after the last message of the contact' }),
    optedOutAt: z.string().nullable(),
  })
  .meta({ id: 'Conversation' })
export type ConversationView = z.output<typeof ConversationView>

export const ConversationList = listOf(ConversationView).extend({
  unread: z.int().meta({ description: 'Number of conversations with unread messages' }),
})

const Keyword = singleLine(KEYWORD_CHARS_MAX)
  .refine((keyword) => normalizeWords(keyword) !== '', 'must contain a letter or a digit')
  .meta({ example: 'price' })
const Reply = MessageText.meta({ example: 'Our price list: https://example.com/prices' })
const IsActive = z.boolean().meta({ description: 'Whether it is active; defaults to true' })

export const AutoReplyBody = z
  .strictObject({ keyword: Keyword, reply: Reply, isActive: IsActive.optional() })
  .meta({ id: 'NewAutoReply' })
export type AutoReplyBody = z.output<typeof AutoReplyBody>

export const AutoReplyPatch = z
  .strictObject({ keyword: Keyword, reply: Reply, isActive: IsActive })
  .partial()
  .meta({ id: 'AutoReplyPatch' })
export type AutoReplyPatch = z.output<typeof AutoReplyPatch>

export const AutoReplyView = z
  .object({
    id: z.string(),
    keyword: z.string(),
    reply: z.string(),
    isActive: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'AutoReply' })
export type AutoReplyView = z.output<typeof AutoReplyView>

export const UnassignedView = z
  .object({
    id: z.string(),
    wamid: z.string().meta({ description: "The provider's id of the message" }),
    from: z.string().nullable().meta({ description: 'Number of the sender' }),
    type: z.string(),
    text: z.string(),
    media: z.object({ mimeType: z.string(), filename: z.string().nullable() }).nullable(),
    sentAt: z.string(),
    receivedAt: z.string(),
  })
  .meta({
    id: 'UnassignedMessage',
    example: {
      id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f',
      wamid: 'wamid.HBgMOTE5ODc2NTQzMjEwFQIAEhggQTI',
      from: '+919876543210',
      type: 'text',
      text: 'Hello?',
      media: null,
      sentAt: '2026-11-15T09:30:00.000Z',
      receivedAt: '2026-11-15T09:30:02.000Z',
    },
  })
