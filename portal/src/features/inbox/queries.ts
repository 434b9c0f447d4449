import type { ConversationView, ThreadMessageView } from '@harkara/server/conversations/schema'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { unreadQuery } from '../../api/queries.ts'
import type { Out, Page } from '../../api/types.ts'

export type Conversation = Out<typeof ConversationView>
export type Message = Out<typeof ThreadMessageView>

/** Fast enough for a conversation without loading the server. */
export const INBOX_POLL_MS = 5_000

const THREAD_PAGE = 30

/** Messages of a conversation, newest first, one page at a time. */
export const threadQuery = (contactId: string) =>
  infiniteQueryOptions({
    queryKey: ['conversations', contactId, 'messages'],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Message>>(
        `/conversations/${contactId}/messages`,
        { pageSize: THREAD_PAGE, cursor: pageParam || undefined },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: INBOX_POLL_MS,
  })

/**
 * Marks the conversation as read up to the newest message and returns it. Null if the contact has never sent a message.
 */
export const markReadQuery = (contactId: string, newestId: string) =>
  queryOptions({
    queryKey: ['conversations', contactId, 'read', newestId],
    queryFn: async ({ client }): Promise<Conversation | null> => {
      try {
        const read = await api.post<Conversation>(`/conversations/${contactId}/read`)
        void client.invalidateQueries(unreadQuery)
        return read
      } catch (error) {
        if (isProblem(error, 'NOT_FOUND')) return null
        throw error
      }
    },
    placeholderData: (before) => before,
  })
