import type { z } from 'zod'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import type { CreditNoteRow } from './credit-notes/credit-notes.sql.ts'
import { openParties, openReason } from './parties.ts'
import { placeName } from './pdf/read-document.ts'
import type { CreditNoteView, InvoiceView } from './schema.ts'
import type { InvoiceRow } from './sql.ts'

const amounts = (row: (InvoiceRow | CreditNoteRow) & { vendor_currency: string | null }) => ({
  amountMinorUnit: toJsonInteger(row.amount_minor_unit),
  cgstMinorUnit: toJsonInteger(row.cgst_minor_unit),
  sgstMinorUnit: toJsonInteger(row.sgst_minor_unit),
  igstMinorUnit: toJsonInteger(row.igst_minor_unit),
  gstAmountMinorUnit: toJsonInteger(row.gst_amount_minor_unit),
  totalMinorUnit: toJsonInteger(row.total_minor_unit),
  currency: row.currency,
  totalInrPaise: toJsonInteger(row.total_inr_paise),
  vendorCurrency: row.vendor_currency,
  totalVendorMinorUnit: row.total_vendor_minor_unit === null ? null : toJsonInteger(row.total_vendor_minor_unit),
})

/** `path` is the route of this kind of document. */
const pdf = (row: InvoiceRow | CreditNoteRow, path: string) => ({
  pdfStatus: row.pdf_status,
  pdfUrl: row.pdf_status === 'READY' ? `${path}/${row.id}/pdf` : null,
})

const text = (instant: Date | null) => instant?.toISOString() ?? null

export const presentInvoice = (cipher: FieldCipher, path: string, row: InvoiceRow): z.output<typeof InvoiceView> => ({
  id: row.id,
  vendorId: row.vendor_id,
  invoiceNumber: row.invoice_number,
  type: row.type,
  status: row.status,
  description: row.description,
  ...amounts(row),
  exchangeRateUsed: Number(row.exchange_rate_used),
  gstPercent: row.gst_percent,
  taxKind: row.tax_kind,
  placeOfSupply: { stateCode: row.place_of_supply, name: placeName(row.place_of_supply) },
  hsnCode: row.hsn_code,
  vendorGstin: openParties(cipher, row.parties_cipher).customer.gstin,
  subscriptionId: row.subscription_id,
  periodStart: text(row.period_start),
  periodEnd: text(row.period_end),
  dueDate: row.due_date.toISOString(),
  issuedAt: text(row.issued_at),
  paidAt: text(row.paid_at),
  gatewayPaymentId: row.gateway_payment_id,
  refundedMinorUnit: toJsonInteger(row.refunded_minor_unit),
  refundId: row.refund_id,
  refundedAt: text(row.refunded_at),
  ...pdf(row, path),
  createdAt: row.created_at.toISOString(),
})

export const presentCreditNote = (
  cipher: FieldCipher,
  path: string,
  row: CreditNoteRow & { invoice_number: string | null; vendor_currency: string | null },
): z.output<typeof CreditNoteView> => ({
  id: row.id,
  creditNoteNumber: row.credit_note_number,
  invoiceId: row.invoice_id,
  invoiceNumber: row.invoice_number,
  ...amounts(row),
  reason: openReason(cipher, row.reason_cipher),
  refundId: row.gateway_refund_id,
  refundRequestId: row.refund_request_id,
  ...pdf(row, path),
  createdAt: row.issued_at.toISOString(),
})
