import type { VendorId } from '../../../domain/ids.ts'

export const storageKeyOf = (vendorId: VendorId, quotationId: string) => `quotations/${vendorId}/${quotationId}`
