import type { AutoReplyView } from '@harkara/server/conversations/schema'
import type { Out } from '../../api/types.ts'

export type AutoReply = Out<typeof AutoReplyView>
export const AUTO_REPLY_QUERIES = [['auto-replies']] as const
