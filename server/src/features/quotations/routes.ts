import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { PDF_ANSWER, PDF_DESCRIPTION, sendPdf } from '../../platform/http/pdf.ts'
import { readWallet } from '../wallet/read.ts'
import { downloadQuotation } from './pdf/download.ts'
import { presentQuotation } from './present.ts'
import { requestQuotation } from './quote.ts'
import { findQuotation, listQuotations } from './read.ts'
import { QuotationBody, QuotationView } from './schema.ts'

export function quotationRoutes(app: App, deps: Deps) {
  const config = { access: ANY_VENDOR_USER, resource: 'campaigns' } as const
  const tags = ['campaigns']
  const { API_PREFIX } = deps.config

  app.post(
    '/quotations',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Create a quotation for a campaign',
        description:
          'Returns the recipients by country and the price, which is guaranteed for 24 hours for a launch that ' +
          'refers to the quotation. Refused with 422 `TEMPLATE_NOT_APPROVED`, `LIST_EMPTY`, ' +
          '`VARIABLES_REQUIRED`, `VARIABLES_UNKNOWN` or `PRICING_NOT_FOUND`.',
        body: QuotationBody,
        response: { 201: QuotationView },
      },
    },
    async ({ vendor, body, idempotency }, reply) =>
      reply.code(201).send(await requestQuotation(deps, vendor, body, idempotency)),
  )
  app.get(
    '/quotations',
    {
      config,
      schema: {
        tags,
        summary: 'List quotations, newest first',
        querystring: ListQuery,
        response: { 200: listOf(QuotationView) },
      },
    },
    async ({ vendor: { vendorId }, query }) => {
      const pager = createPager(deps.signer, 'quotations', vendorId)
      const page = pager.pageOf(query)
      const { quotations, total } = await listQuotations(deps.db, vendorId, page)
      const wallet = await readWallet(deps.db, vendorId)
      const views = quotations.map((quotation) => presentQuotation(quotation, wallet, API_PREFIX))
      return pager.answer(page, views, total, ({ id }) => id)
    },
  )
  app.get(
    '/quotations/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Get a quotation',
        description: 'Its price is fixed; `sufficient` and `shortfallMinorUnit` depend on the current balance.',
        params: IdParams,
        response: { 200: QuotationView },
      },
    },
    async ({ vendor: { vendorId }, params }) =>
      presentQuotation(
        await findQuotation(deps.db, vendorId, params.id),
        await readWallet(deps.db, vendorId),
        API_PREFIX,
      ),
  )
  app.get(
    '/quotations/:id/pdf',
    {
      config,
      schema: {
        tags,
        summary: 'Download a quotation as PDF',
        description: PDF_DESCRIPTION,
        params: IdParams,
        response: { 200: PDF_ANSWER },
      },
    },
    async ({ vendor, params }, reply) => sendPdf(reply, await downloadQuotation(deps, vendor.vendorId, params.id)),
  )
}
