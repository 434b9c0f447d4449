import { z } from 'zod'
import { KEYWORD_CHARS_MAX, MESSAGE_TEXT_CHARS_MAX } from '../../domain/limits.ts'
import { normalizeWords } from '../../domain/messaging/keywords.ts'
import { MESSAGE_STATUSES } from '../../domain/messaging/settlement.ts'
import { ListQuery, listOf } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'
import { line } from '../vendors/schema.ts'

export const ContactParams = z.object({ contactId: z.string().refine(isId) })

/** Lines of text. Other control characters and halves of characters have no place in a message. */
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
  unread: z.enum(['true', 'false']).optional().meta({ description: '`true` leaves out what was read' }),
})

export const ThreadMessageView = z
  .object({
    id: z.string(),
    kind: z.enum(['INBOUND', 'REPLY', 'AUTO_REPLY', 'CAMPAIGN', 'TEST']),
    type: z.string().meta({ description: 'Of inbound ones as the provider says it', example: 'text' }),
    text: z.string().nullable().meta({
      description: 'The words, or the caption of a file; of a campaign its text as it reads for the contact today',
    }),
    media: z
      .object({ mimeType: z.string(), filename: z.string().nullable() })
      .nullable()
      .meta({ description: 'That a file came, and of what kind; files themselves are not fetched' }),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    payload: z.string().nullable().meta({ description: 'What a tapped button stands for' }),
    answersMessageId: z
      .string()
      .nullable()
      .meta({ description: 'The message of yours that it answers: the one it names, or the last before it' }),
    campaignId: z.string().nullable(),
    status: z.enum(MESSAGE_STATUSES).nullable().meta({ description: 'Null for inbound ones' }),
    waitsForMoney: z.boolean().meta({ description: 'It goes out once the wallet covers it' }),
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
    unread: z.int().meta({ description: 'Messages that nobody of your company has read' }),
    lastMessageAt: z.string(),
    lastMessage: z
      .object({ kind: ThreadMessageView.shape.kind, type: z.string(), text: z.string() })
      .nullable()
      .meta({ description: 'The beginning of its text' }),
    window: z
      .object({ open: z.boolean(), closesAt: z.string() })
      .meta({ description: 'One may answer freely until 24 hours after the person wrote last' }),
    optedOutAt: z.string().nullable(),
  })
  .meta({ id: 'Conversation' })
export type ConversationView = z.output<typeof ConversationView>

export const ConversationList = listOf(ConversationView).extend({
  unread: z.int().meta({ description: 'How many of all conversations have something unread' }),
})

const Keyword = line(KEYWORD_CHARS_MAX)
  .refine((keyword) => normalizeWords(keyword) !== '', 'must have a letter or a digit')
  .meta({ example: 'price' })
const Reply = MessageText.meta({ example: 'Our price list: https://example.com/prices' })
const IsActive = z.boolean().meta({ description: 'Whether it answers; default true' })

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
