import type { VendorId } from '../../domain/ids.ts'

export const storageKeyOf = (vendorId: VendorId, exportId: string) => `exports/${vendorId}/${exportId}`
