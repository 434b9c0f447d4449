import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { downloadExport } from './download.ts'
import { presentExport } from './present.ts'
import { requestExport } from './request.ts'
import { ExportView } from './schema.ts'
import * as sql from './sql.ts'

const config = { access: VENDOR_ADMIN, isOpenToClosedVendors: true } as const
const tags = ['vendor']
const ZIP = { content: { 'application/zip': { schema: z.unknown().meta({ type: 'string', format: 'binary' }) } } }

export function exportRoutes(app: App, deps: Deps) {
  app.post(
    '/vendor/export',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Export all data of your company',
        description:
          'Starts a job that writes contacts, lists, campaigns, messages, ledger and invoices with their PDFs into one ' +
          'ZIP file, which can be downloaded for 7 days. One export runs at a time: another one is 409 ' +
          '`EXPORT_IN_PROGRESS` with `exportId`. Administrators of a closed account can export until its data is deleted.',
        response: { 202: ExportView },
      },
    },
    async ({ vendor, idempotency }, reply) => reply.code(202).send(await requestExport(deps, vendor, idempotency)),
  )
  readRoutes(app, deps)
  app.get(
    '/vendor/export/:id/download',
    {
      config,
      schema: {
        tags,
        summary: 'Download an export',
        description: '410 `EXPORT_EXPIRED` when its link has expired, 409 `INVALID_STATE` before it is ready.',
        params: IdParams,
        response: { 200: ZIP },
      },
    },
    async ({ vendor, params }, reply) => {
      const { content, fileBytes, fileName } = await downloadExport(deps, vendor, params.id)
      return reply
        .type('application/zip')
        .header('content-length', String(fileBytes))
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('cache-control', 'private, no-store')
        .send(content as never)
    },
  )
}

function readRoutes(app: App, deps: Deps) {
  const { API_PREFIX } = deps.config
  app.get(
    '/vendor/export',
    {
      config,
      schema: {
        tags,
        summary: 'List exports, newest first',
        querystring: ListQuery,
        response: { 200: listOf(ExportView) },
      },
    },
    async ({ vendor: { vendorId }, query }) => {
      const pager = createPager(deps.signer, 'vendor-exports', vendorId)
      const page = pager.pageOf(query)
      const now = deps.clock.now()
      const [rows, total] = await Promise.all([
        sql.listExports(deps.db, vendorId, page),
        sql.countExports(deps.db, vendorId),
      ])
      const views = rows.map((row) => presentExport(row, API_PREFIX, now))
      return pager.answer(page, views, total, ({ id }) => id)
    },
  )
  app.get(
    '/vendor/export/:id',
    {
      config,
      schema: { tags, summary: 'Get an export with its progress', params: IdParams, response: { 200: ExportView } },
    },
    async ({ vendor: { vendorId }, params }) => {
      const row = await sql.findExport(deps.db, vendorId, params.id)
      if (!row) throw notFound()
      return presentExport(row, API_PREFIX, deps.clock.now())
    },
  )
}
