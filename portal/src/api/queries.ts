import type { ConversationList } from '@harkara/server/conversations/schema'
import type { DashboardView } from '@harkara/server/dashboard/schema'
import type { NotificationList } from '@harkara/server/notifications/schema'
import type { PriceSheet } from '@harkara/server/pricing/schema'
import type { SubscriptionView } from '@harkara/server/subscriptions/schema'
import type { AdministratorsView } from '@harkara/server/team/schema'
import type { VendorView } from '@harkara/server/vendors/schema'
import type { BalanceView } from '@harkara/server/wallet/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { isProblem } from './problem.ts'
import type { Out } from './types.ts'

/** Queries shared by several features. A shared key avoids duplicate requests. */
const OFTEN_MS = 20_000

export type Vendor = Out<typeof VendorView>
export const vendorQuery = queryOptions({
  queryKey: ['vendor'],
  queryFn: ({ signal }) => api.get<Vendor>('/vendor/me', undefined, signal),
})

export type Balance = Out<typeof BalanceView>
export const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => api.get<Balance>('/wallet/balance', undefined, signal),
  refetchInterval: OFTEN_MS,
})

export type Subscription = Out<typeof SubscriptionView>
/** Null if the vendor never had a subscription. */
export const subscriptionQuery = queryOptions({
  queryKey: ['billing', 'subscription'],
  queryFn: async ({ signal }): Promise<Subscription | null> => {
    try {
      return await api.get<Subscription>('/billing/subscription', undefined, signal)
    } catch (error) {
      if (isProblem(error, 'NOT_FOUND')) return null
      throw error
    }
  },
  refetchInterval: OFTEN_MS,
})

export type Notifications = Out<typeof NotificationList>
export const notificationsQuery = queryOptions({
  queryKey: ['notifications', 'newest'],
  queryFn: ({ signal }) => api.get<Notifications>('/notifications', { pageSize: 20 }, signal),
  refetchInterval: OFTEN_MS,
})

/** The number of unread conversations. */
export const unreadQuery = queryOptions({
  queryKey: ['conversations', 'unread'],
  queryFn: async ({ signal }) =>
    (await api.get<Out<typeof ConversationList>>('/conversations', { unread: true, pageSize: 1 }, signal)).unread,
  refetchInterval: OFTEN_MS,
})

/** The administrators a member can ask. */
export const administratorsQuery = queryOptions({
  queryKey: ['vendor', 'administrators'],
  queryFn: ({ signal }) => api.get<Out<typeof AdministratorsView>>('/vendor/administrators', undefined, signal),
})

export type Dashboard = Out<typeof DashboardView>
/** Figures of the last 30 days, and running work. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard', 'month'],
  queryFn: ({ signal }) => api.get<Dashboard>('/dashboard', undefined, signal),
  refetchInterval: OFTEN_MS,
})

/** Current message prices by category and country. */
export const priceSheetQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => api.get<Out<typeof PriceSheet>>('/pricing', undefined, signal),
})
