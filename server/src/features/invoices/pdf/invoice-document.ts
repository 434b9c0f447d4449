import type { TaxKind } from '../../../domain/invoicing/gst.ts'
import type { Parties } from '../parties.ts'

/** Everything on the page, as plain data that can be passed to a worker thread. Instants are milliseconds. */
export interface InvoiceDocument extends Parties {
  title: string
  number: string
  issuedAt: number
  /** The credit notes that voided it. */
  voidedBy: string[]
  /** For a credit note: its invoice. */
  corrects: { number: string; issuedAt: number } | null
  /** The gateway's payment or refund id. */
  reference: string | null
  /** For a credit note. */
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
  /** The currency of the vendor's wallet. Null where it was not stored. */
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
