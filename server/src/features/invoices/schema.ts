import { z } from 'zod'
import { TAX_KINDS } from '../../domain/invoicing/gst.ts'
import { CREATED, ListQuery, SORT } from '../../platform/http/pagination.ts'
import { INVOICE_STATUSES, INVOICE_TYPES, PDF_STATUSES } from './tables.ts'

export const InvoiceQuery = ListQuery.extend({
  type: z.enum(INVOICE_TYPES).optional(),
  status: z.enum(INVOICE_STATUSES).optional(),
  ...CREATED,
  ...SORT,
})

const minorUnits = (description: string) => z.int().meta({ description: `${description}, in minor units` })
const instant = z.string().nullable()

const Amounts = {
  amountMinorUnit: minorUnits('Before tax'),
  cgstMinorUnit: z.int(),
  sgstMinorUnit: z.int().meta({ description: 'Called UTGST in union territories without a legislature' }),
  igstMinorUnit: z.int(),
  gstAmountMinorUnit: minorUnits('Sum of CGST, SGST and IGST'),
  totalMinorUnit: minorUnits('Amount including tax'),
  currency: z.string(),
  totalInrPaise: z.int().meta({ description: 'The total in rupees, in paise' }),
  vendorCurrency: z.string().nullable().meta({
    description: 'The wallet currency when the invoice was issued; null for documents issued before it was recorded',
  }),
  totalVendorMinorUnit: z.int().nullable().meta({ description: 'The total in that currency, in its minor units' }),
}

const Pdf = {
  pdfStatus: z.enum(PDF_STATUSES),
  pdfUrl: z.string().nullable().meta({ description: 'URL of the PDF once it is READY' }),
}

export const InvoiceView = z
  .object({
    id: z.string(),
    vendorId: z.string(),
    invoiceNumber: z.string().nullable().meta({ description: 'A draft has none until it is paid' }),
    type: z.enum(INVOICE_TYPES),
    status: z.enum(INVOICE_STATUSES).meta({ description: 'VOID: fully refunded, or no longer payable' }),
    description: z.string(),
    ...Amounts,
    exchangeRateUsed: z.number().meta({ description: 'Rupees per unit of the currency' }),
    gstPercent: z.int(),
    taxKind: z.enum(TAX_KINDS).meta({
      description: 'INTRA: CGST and SGST. INTER: IGST. EXPORT: zero-rated. NONE: prepaid credit without tax.',
    }),
    placeOfSupply: z.object({ stateCode: z.string(), name: z.string() }),
    hsnCode: z.string(),
    vendorGstin: z.string().nullable().meta({ description: 'As it was when the invoice was issued' }),
    subscriptionId: z.string().nullable(),
    periodStart: instant,
    periodEnd: instant,
    dueDate: z.string(),
    issuedAt: instant,
    paidAt: instant,
    gatewayPaymentId: z.string().nullable(),
    refundedMinorUnit: minorUnits('Credited so far'),
    refundId: z.string().nullable(),
    refundedAt: instant,
    ...Pdf,
    createdAt: z.string(),
  })
  .meta({ id: 'Invoice' })

export const CreditNoteView = z
  .object({
    id: z.string(),
    creditNoteNumber: z.string(),
    invoiceId: z.string(),
    invoiceNumber: z.string().nullable(),
    ...Amounts,
    reason: z.string(),
    refundId: z.string().nullable(),
    refundRequestId: z.string().nullable(),
    ...Pdf,
    createdAt: z.string(),
  })
  .meta({ id: 'CreditNote' })
