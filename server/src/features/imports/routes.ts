import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PAGE_SIZE_DEFAULT } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'
import { cancelImport } from './lifecycle/cancel.ts'
import { undoImport } from './lifecycle/undo.ts'
import { changeStrategy } from './review/change-strategy.ts'
import { confirmImport } from './review/confirm-import.ts'
import { confirmMapping, mappingOf } from './review/confirm-mapping.ts'
import { importEvents } from './review/events.ts'
import { previewImport } from './review/preview.ts'
import { errorReport, warningReport } from './review/reports.ts'
import { detailOf, listImports, statusOf } from './review/status.ts'
import * as schema from './schema.ts'
import { createImport } from './upload/create-import.ts'
import { acceptUploads } from './upload/upload-hook.ts'

const JobParams = z.object({ jobId: z.string().refine(isId) })
const config = { access: ANY_VENDOR_USER } as const
const tags = ['imports']
const CSV = { content: { 'text/csv': { schema: z.string() } } }

export async function importRoutes(app: App, deps: Deps) {
  await app.register(async (uploads) => {
    await uploads.register(multipart)
    uploadRoute(uploads as App, deps)
  })
  await importEvents(app, deps)
  readRoutes(app, deps)
  previewRoute(app, deps)
  actionRoutes(app, deps)
  endRoutes(app, deps)
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
        description:
          'CSV or XLSX, at most 50 MB. The answer comes when the file is stored; the rest happens later. Parts may come in ' +
          'any order. The key stands for the fields and the bytes of the file: sent again, the first answer comes again. A ' +
          'file that was imported before is 409 `DUPLICATE_FILE` with `existingJobId`.',
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
      schema: {
        tags,
        summary: 'Imports, newest first',
        querystring: ListQuery,
        response: { 200: listOf(schema.ImportView) },
      },
    },
    async (request) => {
      const pager = createPager(deps.signer, 'imports', request.vendor.vendorId)
      const slice = pager.slice(request.query)
      const { rows, total } = await listImports(deps, request.vendor, slice)
      return pager.answer(slice, rows, total, ({ jobId }) => jobId)
    },
  )
  app.get(
    '/contacts/import/:jobId',
    {
      config,
      schema: {
        tags,
        summary: 'One import, and what was asked of it',
        params: JobParams,
        response: { 200: schema.ImportDetailView },
      },
    },
    (request) => detailOf(deps, request.vendor, request.params.jobId),
  )
  app.get(
    '/contacts/import/:jobId/status',
    {
      config,
      schema: {
        tags,
        summary: 'How far an import is',
        description: 'Ask until `needsAction` or `terminal` is true, or follow its events.',
        params: JobParams,
        response: { 200: schema.StatusView },
      },
    },
    (request) => statusOf(deps, request.vendor.vendorId, request.params.jobId),
  )
  app.get(
    '/contacts/import/:jobId/mapping',
    {
      config,
      schema: {
        tags,
        summary: 'The columns of the file',
        description: 'With some of their cells, what we take them for, and what was confirmed.',
        params: JobParams,
        response: { 200: schema.MappingView },
      },
    },
    (request) => mappingOf(deps, request.vendor, request.params.jobId),
  )
}

function previewRoute(app: App, deps: Deps) {
  app.get(
    '/contacts/import/:jobId/preview',
    {
      config,
      schema: {
        tags,
        summary: 'What the import would do',
        description:
          'From the address book as it is now; while rows are still processed, as far as they are. One item for each ' +
          'number, at its first row. In other states than PROCESSING and PENDING_REVIEW it is 409.',
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
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Say what the columns are',
        description:
          'In AWAITING_MAPPING. Columns that are not named are ignored; several may be `phone`, `labels` or `attribute`, and ' +
          'at least one must be `phone`. What else is named replaces what the upload said.',
        params: JobParams,
        body: schema.MappingBody,
        response: { 202: schema.StateView },
      },
    },
    async (request, reply) =>
      reply
        .code(202)
        .send(await confirmMapping(deps, request.vendor, request.params.jobId, request.body, request.once)),
  )
  app.patch(
    '/contacts/import/:jobId',
    {
      config,
      schema: {
        tags,
        summary: 'Choose another merge strategy',
        description: 'In PENDING_REVIEW. The answer comes when the preview is computed anew.',
        params: JobParams,
        body: schema.StrategyBody,
        response: { 200: schema.StatusView },
      },
    },
    (request) => changeStrategy(deps, request.vendor, request.params.jobId, request.body),
  )
}

function endRoutes(app: App, deps: Deps) {
  app.post(
    '/contacts/import/:jobId/confirm',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Import what the preview shows',
        description:
          'Of a confirm and a cancel at the same moment exactly one wins. Each contact is decided once more when it is ' +
          'written; `result.changedSincePreview` counts what came out differently. FULL_REPLACE needs an administrator.',
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
      schema: {
        tags,
        summary: 'Cancel an import',
        description:
          'In any state before the end. After the answer nothing more is saved; what was saved before stays.',
        params: JobParams,
        response: { 201: schema.CancelledView },
      },
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
        description:
          'Once, after COMPLETED or PARTIAL_SUCCESS. Contacts that it made go, others become what they were; whatever ' +
          'somebody touched since is kept. The status counts them.',
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
        response: { 200: CSV },
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
        description: 'Row and warning. A repeated number is warned in its later rows, which name the first.',
        params: JobParams,
        querystring: schema.NoQuery,
        response: { 200: CSV },
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
