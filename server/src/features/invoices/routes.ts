import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { createdFilter, createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { PDF_ANSWER, PDF_DESCRIPTION, sendPdf } from '../../platform/http/pdf.ts'
import { listCreditNotes, listInvoices } from './list.ts'
import { downloadPdf } from './pdf/download.ts'
import { presentInvoice } from './present.ts'
import { CreditNoteView, InvoiceQuery, InvoiceView } from './schema.ts'
import * as sql from './sql.ts'

const config = { access: VENDOR_ADMIN, isOpenToClosedVendors: true } as const
const tags = ['billing']
const INVOICES = '/billing/invoices'
const CREDIT_NOTES = '/billing/credit-notes'

export function invoiceRoutes(app: App, deps: Deps) {
  listRoutes(app, deps)
  invoiceRoute(app, deps)
  pdfRoutes(app, deps)
}

function listRoutes(app: App, deps: Deps) {
  app.get(
    INVOICES,
    {
      config,
      schema: {
        tags,
        summary: 'List invoices, newest first or oldest first',
        querystring: InvoiceQuery,
        response: { 200: listOf(InvoiceView) },
      },
    },
    async ({ vendor: { vendorId }, query }) => {
      const pager = createPager(deps.signer, 'invoices', vendorId)
      const filter = { type: query.type, status: query.status, ...createdFilter(query) }
      const page = pager.pageOf(query)
      const { rows, total } = await listInvoices(deps, vendorId, pathOf(deps, INVOICES), filter, page)
      return pager.answer(page, rows, total, (row) => row.id)
    },
  )
  app.get(
    CREDIT_NOTES,
    {
      config,
      schema: {
        tags,
        summary: 'List credit notes, newest first',
        description: 'Documents that reverse an invoice or part of it.',
        querystring: ListQuery,
        response: { 200: listOf(CreditNoteView) },
      },
    },
    async ({ vendor: { vendorId }, query }) => {
      const pager = createPager(deps.signer, 'credit-notes', vendorId)
      const page = pager.pageOf(query)
      const { rows, total } = await listCreditNotes(deps, vendorId, pathOf(deps, CREDIT_NOTES), page)
      return pager.answer(page, rows, total, (row) => row.id)
    },
  )
}

function invoiceRoute(app: App, deps: Deps) {
  app.get(
    `${INVOICES}/:id`,
    { config, schema: { tags, summary: 'Get an invoice', params: IdParams, response: { 200: InvoiceView } } },
    async ({ vendor: { vendorId }, params }) => {
      const row = await sql.findInvoice(deps.db, vendorId, params.id)
      if (!row) throw notFound()
      return presentInvoice(await deps.keyring.booksOf(deps.db, vendorId), pathOf(deps, INVOICES), row)
    },
  )
}

function pdfRoutes(app: App, deps: Deps) {
  const schema = { tags, description: PDF_DESCRIPTION, params: IdParams, response: { 200: PDF_ANSWER } }
  app.get(
    `${INVOICES}/:id/pdf`,
    { config, schema: { ...schema, summary: 'Download an invoice as PDF' } },
    async ({ vendor, params }, reply) => sendPdf(reply, await downloadPdf(deps, vendor.vendorId, 'INVOICE', params.id)),
  )
  app.get(
    `${CREDIT_NOTES}/:id/pdf`,
    { config, schema: { ...schema, summary: 'Download a credit note as PDF' } },
    async ({ vendor, params }, reply) =>
      sendPdf(reply, await downloadPdf(deps, vendor.vendorId, 'CREDIT_NOTE', params.id)),
  )
}

const pathOf = ({ config: { API_PREFIX } }: Pick<Deps, 'config'>, path: string) => `${API_PREFIX}${path}`
