import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PAGE_SIZE_DEFAULT } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import { ANY_VENDOR_USER } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'
import { cancelImport } from './cancel.ts'
import { changeStrategy } from './change-strategy.ts'
import { confirmImport } from './confirm.ts'
import { createImport } from './create.ts'
import { importEvents } from './events.ts'
import { confirmMapping, mappingOf } from './map.ts'
import { previewImport } from './preview.ts'
import { errorReport, warningReport } from './reports.ts'
import * as schema from './schema.ts'
import { listImports, statusOf } from './status.ts'
import { undoImport } from './undo.ts'
import { acceptUploads } from './upload-hook.ts'

const JobParams = z.object({ jobId: z.string().refine(isId) })
const config = { access: ANY_VENDOR_USER } as const
const tags = ['imports']

export async function importRoutes(app: App, deps: Deps) {
  await app.register(async (uploads) => {
    await uploads.register(multipart)
    uploadRoute(uploads as App, deps)
  })
  await importEvents(app, deps)
  readRoutes(app, deps)
  actionRoutes(app, deps)
  reportRoutes(app, deps)
}

function uploadRoute(app: App, deps: Deps) {
  app.post(
    '/contacts/import',
    {
      config: { ...config, idempotency: 'required' },
      ...acceptUploads(deps),
      schema: {
        tags,
        summary: 'Upload a file of contacts',
        description: 'CSV or XLSX, at most 50 MB. The answer comes when the file is stored; the rest happens later.',
        consumes: ['multipart/form-data'],
        body: schema.UploadBody,
        response: { 202: schema.AcceptedView },
      },
    },
    async (request, reply) => {
      const { file: _, ...fields } = request.body
      return reply.code(202).send(await createImport(deps, request.vendor, request.upload, fields, request.once))
    },
  )
}

function readRoutes(app: App, deps: Deps) {
  app.get(
    '/contacts/import',
    {
      config,
      schema: { tags, summary: 'Imports', querystring: ListQuery, response: { 200: listOf(schema.ImportView) } },
    },
    async (request) => {
      const pager = createPager(deps.signer, 'imports', request.vendor.vendorId)
      const slice = pager.slice(request.query)
      const { rows, total } = await listImports(deps, request.vendor, slice)
      return pager.answer(slice, rows, total, ({ jobId }) => jobId)
    },
  )
  app.get(
    '/contacts/import/:jobId/status',
    {
      config,
      schema: { tags, summary: 'How far an import is', params: JobParams, response: { 200: schema.StatusView } },
    },
    (request) => statusOf(deps.db, request.vendor.vendorId, request.params.jobId),
  )
  app.get(
    '/contacts/import/:jobId/mapping',
    {
      config,
      schema: { tags, summary: 'The columns of the file', params: JobParams, response: { 200: schema.MappingView } },
    },
    (request) => mappingOf(deps, request.vendor, request.params.jobId),
  )
  app.get(
    '/contacts/import/:jobId/preview',
    {
      config,
      schema: {
        tags,
        summary: 'What the import would do',
        params: JobParams,
        querystring: ListQuery.omit({ cursor: true }).extend(schema.PreviewQuery.shape),
        response: { 200: schema.PreviewView },
      },
    },
    (request) => {
      const { page = 1, pageSize = PAGE_SIZE_DEFAULT, kind, action } = request.query
      return previewImport(deps, request.vendor, request.params.jobId, { page, pageSize, kind, action })
    },
  )
}

function actionRoutes(app: App, deps: Deps) {
  app.post(
    '/contacts/import/:jobId/mapping',
    {
      config,
      schema: {
        tags,
        summary: 'Say what the columns are',
        params: JobParams,
        body: schema.MappingBody,
        response: { 202: schema.StateView },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await confirmMapping(deps, request.vendor, request.params.jobId, request.body)),
  )
  app.patch(
    '/contacts/import/:jobId',
    {
      config,
      schema: {
        tags,
        summary: 'Choose another merge strategy',
        params: JobParams,
        body: schema.StrategyBody,
        response: { 200: schema.StatusView },
      },
    },
    (request) => changeStrategy(deps, request.vendor, request.params.jobId, request.body),
  )
  app.post(
    '/contacts/import/:jobId/confirm',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Import what the preview shows',
        params: JobParams,
        response: { 202: schema.StateView },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await confirmImport(deps, request.vendor, request.params.jobId, request.once)),
  )
  app.post(
    '/contacts/import/:jobId/cancel',
    {
      config,
      schema: { tags, summary: 'Cancel an import', params: JobParams, response: { 201: schema.CancelledView } },
    },
    async (request, reply) => reply.code(201).send(await cancelImport(deps, request.vendor, request.params.jobId)),
  )
  app.post(
    '/contacts/import/:jobId/undo',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Put back what an import changed',
        params: JobParams,
        response: { 202: schema.UndoView },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await undoImport(deps, request.vendor, request.params.jobId, request.once)),
  )
}

function reportRoutes(app: App, deps: Deps) {
  app.get(
    '/contacts/import/:jobId/reports/errors',
    {
      config,
      schema: {
        tags,
        summary: 'Failed rows as CSV',
        description: 'The rows as they were, with a FailureReason column. Repaired, the file can be uploaded again.',
        params: JobParams,
        querystring: schema.ReportQuery,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { format = 'full' } = request.query
      return sendCsv(request, reply, 'errors', await errorReport(deps, request.vendor, request.params.jobId, format))
    },
  )
  app.get(
    '/contacts/import/:jobId/reports/warnings',
    {
      config,
      schema: {
        tags,
        summary: 'Warnings as CSV',
        params: JobParams,
        querystring: schema.NoQuery,
        produces: ['text/csv'],
      },
    },
    async (request, reply) =>
      sendCsv(request, reply, 'warnings', await warningReport(deps, request.vendor, request.params.jobId)),
  )
}

function sendCsv(request: FastifyRequest, reply: FastifyReply, kind: string, lines: AsyncIterable<string>) {
  const { jobId } = request.params as { jobId: string }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="import-${jobId}-${kind}.csv"`)
    .send(Readable.from(lines))
}
