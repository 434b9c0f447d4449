import type { TaxKind } from '../../../domain/invoicing/gst.ts'
import type { Parties } from '../parties.ts'

/** All that stands on the page, as plain data, so that it can be handed to a thread. Instants are milliseconds. */
export interface Paper extends Parties {
  title: string
  number: string
  issuedAt: number
  /** The credit notes that took it back whole. */
  voidedBy: string[]
  /** Of a credit note: the invoice. */
  corrects: { number: string; issuedAt: number } | null
  /** The gateway's payment, or refund. */
  reference: string | null
  /** Of a credit note. */
  reason: string | null
  description: string
  periodStart: number | null
  periodEnd: number | null
  serviceCode: string
  placeCode: string
  placeName: string
  taxKind: TaxKind
  gstPercent: number
  /** SGST, or UTGST in union territories. */
  stateTaxName: string
  currency: string
  exchangeRate: string
  /** Of the vendor's wallet. Null where it was not kept. */
  vendorCurrency: string | null
  vendorCurrencyRate: string | null
  base: bigint
  cgst: bigint
  sgst: bigint
  igst: bigint
  total: bigint
  totalInrPaise: bigint
  totalForVendor: bigint | null
  isPrepaid: boolean
  endorsement: string | null
}
