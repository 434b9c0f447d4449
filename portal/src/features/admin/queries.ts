import type { VendorTransactionView, WholeVendorView } from '@harkara/server/admin/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'

/** Everything operators see: whatever one of them changes may show in several places, the audit among them. */
export const ADMIN = ['admin'] as const

export type WholeVendor = Out<typeof WholeVendorView>
export type VendorTransaction = Out<typeof VendorTransactionView>
export const wholeVendorQuery = (vendorId: string) =>
  queryOptions({
    queryKey: [...ADMIN, 'vendors', vendorId],
    queryFn: ({ signal }) => api.get<WholeVendor>(`/admin/vendors/${vendorId}`, undefined, signal),
  })
