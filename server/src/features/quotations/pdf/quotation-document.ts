import type { Category } from '../../../domain/money/pricing.ts'
import type { Buyer, Seller } from '../../../platform/pdf/head.ts'
import type { Skipped } from '../../contacts/audience/audience.ts'

/** The content of the PDF as plain data, which can be passed to a worker thread. Instants are milliseconds. */
export interface QuotationDocument {
  seller: Seller
  buyer: Buyer
  /** The vendor's time zone. */
  timezone: string
  id: string
  quotedAt: number
  expiresAt: number
  /** Null when it has been deleted. */
  template: { name: string; language: string } | null
  listName: string | null
  category: Category
  recipients: number
  skipped: Skipped[]
  items: { countryCode: string; recipients: number; unit: bigint; subtotal: bigint }[]
  discountPercent: number
  messages: bigint
  platformFee: bigint
  total: bigint
  currency: string
  /** Units of the currency for one US dollar. */
  exchangeRate: string
}
