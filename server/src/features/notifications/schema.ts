import { z } from 'zod'
import { NOTICE_KINDS } from '../../domain/notices/notices.ts'
import { ListQuery, listOf } from '../../platform/http/pagination.ts'

export const NotificationsQuery = ListQuery.extend({
  unread: z.enum(['true', 'false']).optional().meta({ description: '`true` leaves out what was read' }),
})

export const NotificationView = z
  .object({
    id: z.string(),
    kind: z.enum(NOTICE_KINDS),
    title: z.string(),
    body: z.string().meta({ description: 'Plain text; an empty line stands between paragraphs' }),
    action: z
      .object({ label: z.string(), path: z.string() })
      .meta({ description: 'Where in the portal one goes on from here' }),
    createdAt: z.string(),
    readAt: z.string().nullable(),
  })
  .meta({ id: 'Notification' })
export type NotificationView = z.output<typeof NotificationView>

export const NotificationList = listOf(NotificationView).extend({
  unread: z.int().meta({ description: 'How many of all of them nobody has read' }),
})

export const MarkedView = z.object({ marked: z.int() }).meta({ id: 'MarkedNotifications' })
