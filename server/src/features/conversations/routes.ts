import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { autoReplyRoutes } from './auto-replies/auto-reply-routes.ts'
import { listConversations, markRead, positionKey, readThread } from './conversations.ts'
import { reply } from './reply.ts'
import {
  ContactParams,
  ConversationList,
  ConversationsQuery,
  ConversationView,
  ReplyBody,
  ThreadMessageView,
} from './schema.ts'

const config = { access: ANY_VENDOR_USER, resource: 'messages' } as const
const tags = ['conversations']

export function conversationRoutes(app: App, deps: Deps) {
  readRoutes(app, deps)
  app.post(
    '/conversations/:contactId/messages',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Reply to a contact',
        description:
          'Free text, within 24 hours of the last message from the contact (then 409 `WINDOW_CLOSED`). Replies are sent before campaign messages. The first 1,000 replies a month are free; all of them need a balance above zero (402).',
        params: ContactParams,
        body: ReplyBody,
        response: { 201: ThreadMessageView },
      },
    },
    async ({ vendor, params, body, idempotency }, answer) =>
      answer.code(201).send(await reply(deps, vendor, { ...params, ...body }, idempotency)),
  )
  autoReplyRoutes(app, deps)
}

function readRoutes(app: App, deps: Deps) {
  app.get(
    '/conversations',
    {
      config,
      schema: {
        tags,
        summary: 'List conversations, newest first',
        description: 'All contacts who have written to you, with the start of the last message.',
        querystring: ConversationsQuery,
        response: { 200: ConversationList },
      },
    },
    async ({ vendor, query: { unread, ...paging } }) => {
      const unreadOnly = unread === 'true'
      const pager = createPager(deps.signer, `conversations/${unreadOnly}`, vendor.vendorId)
      const page = pager.pageOf(paging)
      const { conversations, counts } = await listConversations(deps, vendor, { unreadOnly }, page)
      const total = unreadOnly ? counts.unread : counts.all
      const keyOf = ({ lastMessageAt, contactId }: ConversationView) => positionKey(lastMessageAt, contactId)
      return { ...pager.answer(page, conversations, total, keyOf), unread: counts.unread }
    },
  )
  app.get(
    '/conversations/:contactId/messages',
    {
      config,
      schema: {
        tags,
        summary: 'List the messages of a conversation, newest first',
        description: 'Messages from the contact, your replies, and the campaign messages they replied to.',
        params: ContactParams,
        querystring: ListQuery,
        response: { 200: listOf(ThreadMessageView) },
      },
    },
    async ({ vendor, params: { contactId }, query }) => {
      const pager = createPager(deps.signer, `conversation ${contactId}`, vendor.vendorId)
      const page = pager.pageOf(query)
      const { messages, total } = await readThread(deps, vendor, contactId, page)
      return pager.answer(page, messages, total, ({ at, id }) => positionKey(at, id))
    },
  )
  app.post(
    '/conversations/:contactId/read',
    {
      config,
      schema: {
        tags,
        summary: 'Mark a conversation as read',
        params: ContactParams,
        response: { 200: ConversationView },
      },
    },
    async ({ vendor, params }) => markRead(deps, vendor, params.contactId),
  )
}
