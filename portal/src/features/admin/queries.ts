import type { VendorDetailView, VendorTransactionView } from '@harkara/server/admin/schema'
import type { TierView } from '@harkara/server/pricing/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import type { Out, Page } from '../../api/types.ts'

/** Key prefix of all operator queries. They are invalidated together, because a change can show on several pages. */
export const ADMIN = ['admin'] as const

export type VendorDetail = Out<typeof VendorDetailView>
export type VendorTransaction = Out<typeof VendorTransactionView>
export const vendorDetailQuery = (vendorId: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'vendors', vendorId],
    queryFn: ({ signal }) => api.get<VendorDetail>(`/admin/vendors/${vendorId}`, undefined, signal),
  })

export type Tier = Out<typeof TierView>
export const tiersQuery = queryOptions({
  queryKey: [...ADMIN, 'tiers', 'all'],
  queryFn: ({ signal }) => api.get<Page<Tier>>('/admin/pricing-tiers', { pageSize: 100 }, signal),
})
