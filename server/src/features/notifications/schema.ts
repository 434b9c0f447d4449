import { z } from 'zod'
import { NOTIFICATION_KINDS } from '../../domain/notifications/notifications.ts'
import { ListQuery, listOf } from '../../platform/http/pagination.ts'

export const NotificationsQuery = ListQuery.extend({
  unread: z.enum(['true', 'false']).optional().meta({ description: '`true`: only unread notifications' }),
})

export const NotificationView = z
  .object({
    id: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    title: z.string(),
    body: z.string().meta({ description: 'Plain text; paragraphs are separated by an empty line' }),
    action: z.object({ label: z.string(), path: z.string() }).meta({ description: 'The related page of the portal' }),
    createdAt: z.string(),
    readAt: z.string().nullable(),
  })
  .meta({ id: 'Notification' })
export type NotificationView = z.output<typeof NotificationView>

export const NotificationList = listOf(NotificationView).extend({
  unread: z.int().meta({ description: 'Number of unread notifications' }),
})

export const MarkReadResult = z.object({ marked: z.int() }).meta({ id: 'MarkedNotifications' })
