import type { Category } from '../../../domain/money/pricing.ts'
import type { Buyer, Seller } from '../../../platform/pdf/head.ts'
import type { Skipped } from '../../contacts/audience/audience.ts'

/** All that stands on the page, as plain data, so that it can be handed to a thread. Instants are milliseconds. */
export interface Paper {
  seller: Seller
  buyer: Buyer
  /** Of the vendor, in which it reads dates. */
  timezone: string
  id: string
  quotedAt: number
  expiresAt: number
  /** Null when it has been deleted since. */
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
  /** How much of it is a dollar. */
  exchangeRate: string
}
