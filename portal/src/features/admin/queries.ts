import type { VendorTransactionView, WholeVendorView } from '@harkara/server/admin/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'

/** Key prefix of all operator queries. They are invalidated together, because a change can show on several pages. */
export const ADMIN = ['admin'] as const

export type WholeVendor = Out<typeof WholeVendorView>
export type VendorTransaction = Out<typeof VendorTransactionView>
export const wholeVendorQuery = (vendorId: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'vendors', vendorId],
    queryFn: ({ signal }) => api.get<WholeVendor>(`/admin/vendors/${vendorId}`, undefined, signal),
  })
