import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { PDF_ANSWER, PDF_DESCRIPTION, sendPdf } from '../../../platform/http/pdf.ts'
import { isId } from '../../../platform/ids.ts'
import { listCreditNotes, listInvoices } from '../../invoices/list.ts'
import { downloadPdf } from '../../invoices/pdf/download.ts'
import { CreditNoteView, InvoiceView } from '../../invoices/schema.ts'
import { findVendorOrThrow } from '../vendor.ts'
import { vendorListRoute } from './list-route.ts'

const AMOUNTS = [
  'currency',
  'amountMinorUnit',
  'cgstMinorUnit',
  'sgstMinorUnit',
  'igstMinorUnit',
  'gstAmountMinorUnit',
  'totalMinorUnit',
  'totalInrPaise',
] as const

/** Invoices and credit notes of one vendor, for operators. */
export function documentRoutes(app: App, deps: Deps) {
  const pathOf = (vendorId: string, name: string) => `${deps.config.API_PREFIX}/admin/vendors/${vendorId}/${name}`
  vendorListRoute(app, deps, {
    name: 'invoices',
    summary: 'List the invoices of a vendor, newest first',
    item: InvoiceView,
    columns: [
      'invoiceNumber',
      'id',
      'type',
      'status',
      'description',
      ...AMOUNTS,
      'gstPercent',
      'taxKind',
      'hsnCode',
      'vendorGstin',
      'refundedMinorUnit',
      'gatewayPaymentId',
      'periodStart',
      'periodEnd',
      'issuedAt',
      'paidAt',
    ],
    keyOf: ({ id }) => id,
    list: (vendorId, slice) => {
      const all = { type: undefined, status: undefined }
      return listInvoices(deps, vendorId, pathOf(vendorId, 'invoices'), all, slice)
    },
  })
  vendorListRoute(app, deps, {
    name: 'credit-notes',
    summary: 'List the credit notes of a vendor, newest first',
    item: CreditNoteView,
    columns: [
      'creditNoteNumber',
      'id',
      'invoiceNumber',
      'invoiceId',
      'reason',
      ...AMOUNTS,
      'refundId',
      'refundRequestId',
      'createdAt',
    ],
    keyOf: ({ id }) => id,
    list: (vendorId, slice) => listCreditNotes(deps, vendorId, pathOf(vendorId, 'credit-notes'), slice),
  })
  pdfRoute(app, deps, 'invoices', 'INVOICE', 'Download an invoice of a vendor as PDF')
  pdfRoute(app, deps, 'credit-notes', 'CREDIT_NOTE', 'Download a credit note of a vendor as PDF')
}

const DocumentParams = z.object({ id: z.string().refine(isId), documentId: z.string().refine(isId) })

function pdfRoute(app: App, deps: Deps, name: string, kind: 'INVOICE' | 'CREDIT_NOTE', summary: string) {
  app.get(
    `/admin/vendors/:id/${name}/:documentId/pdf`,
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary,
        description: PDF_DESCRIPTION,
        params: DocumentParams,
        response: { 200: PDF_ANSWER },
      },
    },
    async ({ params }, reply) => {
      const { id: vendorId } = await findVendorOrThrow(deps.db, params.id)
      return sendPdf(reply, await downloadPdf(deps, vendorId, kind, params.documentId))
    },
  )
}
