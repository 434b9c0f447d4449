import type { Generated } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { TaxKind } from '../../domain/invoicing/gst.ts'

export const INVOICE_TYPES = ['SETUP', 'SUBSCRIPTION', 'WALLET_RECHARGE'] as const
export type InvoiceType = (typeof INVOICE_TYPES)[number]
export const INVOICE_STATUSES = ['DRAFT', 'PAID', 'OVERDUE', 'VOID'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]
export const PDF_STATUSES = ['PENDING', 'GENERATING', 'READY'] as const
export type PdfStatus = (typeof PDF_STATUSES)[number]

interface Amounts {
  amount_minor_unit: bigint
  cgst_minor_unit: bigint
  sgst_minor_unit: bigint
  igst_minor_unit: bigint
  gst_amount_minor_unit: bigint
  total_minor_unit: bigint
  currency: string
  total_inr_paise: bigint
  /** In the currency of the vendor's wallet; null for older documents and where no rate was known. */
  total_vendor_minor_unit: bigint | null
}

interface Pdf {
  pdf_revision: Generated<number>
  pdf_status: Generated<PdfStatus>
  pdf_key: string | null
  pdf_file_key_cipher: Buffer
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    number_series: { series: string; last_number: bigint }
    invoice: Amounts &
      Pdf & {
        vendor_id: VendorId
        id: string
        type: InvoiceType
        status: InvoiceStatus
        series: string | null
        series_number: bigint | null
        invoice_number: string | null
        description: string
        gst_percent: number
        exchange_rate_used: string
        vendor_currency: string | null
        vendor_currency_rate: string | null
        tax_kind: TaxKind
        place_of_supply: string
        hsn_code: Generated<string>
        subscription_id: string | null
        period_start: Date | null
        period_end: Date | null
        due_date: Date
        issued_at: Date | null
        paid_at: Date | null
        gateway_payment_id: string | null
        refunded_minor_unit: Generated<bigint>
        refund_id: string | null
        refunded_at: Date | null
        parties_cipher: Buffer
        created_at: Date
      }
    credit_note: Amounts &
      Pdf & {
        vendor_id: VendorId
        id: string
        invoice_id: string
        series: string
        series_number: bigint
        credit_note_number: string
        gateway_refund_id: string | null
        refund_request_id: string | null
        reason_cipher: Buffer
        issued_at: Date
      }
  }
}
