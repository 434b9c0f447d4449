import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createPager, IdParams } from '../../platform/http/pagination.ts'
import { listNotifications, markAllRead, markRead } from './read.ts'
import { MarkReadResult, NotificationList, NotificationsQuery, NotificationView } from './schema.ts'

export function notificationRoutes(app: App, deps: Deps) {
  const config = { access: ANY_VENDOR_USER, resource: 'vendor' } as const
  const tags = ['notifications']

  app.get(
    '/notifications',
    {
      config,
      schema: {
        tags,
        summary: 'List notifications, newest first',
        description:
          'The same text is sent by email. `unread` counts the notifications that no member of your team has read. Notifications about payments and refunds are for administrators only.',
        querystring: NotificationsQuery,
        response: { 200: NotificationList },
      },
    },
    async ({ vendor, query: { unread, ...paging } }) => {
      const unreadOnly = unread === 'true'
      const pager = createPager(deps.signer, `notifications/${unreadOnly}`, vendor.vendorId)
      const page = pager.pageOf(paging)
      const { notifications, counts } = await listNotifications(deps, vendor, { unreadOnly }, page)
      const total = unreadOnly ? counts.unread : counts.all
      return { ...pager.answer(page, notifications, total, ({ id }) => id), unread: counts.unread }
    },
  )
  app.post(
    '/notifications/:id/read',
    {
      config,
      schema: { tags, summary: 'Mark a notification as read', params: IdParams, response: { 200: NotificationView } },
    },
    async ({ vendor, params }) => markRead(deps, vendor, params.id),
  )
  app.post(
    '/notifications/read-all',
    { config, schema: { tags, summary: 'Mark all notifications as read', response: { 200: MarkReadResult } } },
    async ({ vendor }) => markAllRead(deps, vendor),
  )
}
