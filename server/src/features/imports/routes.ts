import multipart from '@fastify/multipart'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createdFilter, createPager, listOf } from '../../platform/http/pagination.ts'
import { flaggedImportRoutes } from './inspection/flagged-import-routes.ts'
import { cancelImport } from './lifecycle/cancel.ts'
import { undoImport } from './lifecycle/undo.ts'
import { presetRoutes } from './mappings/preset-routes.ts'
import { repairRoutes } from './repairs/routes.ts'
import { importEvents } from './review/events.ts'
import { reportRoutes } from './review/reports/report-routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { getCurrentStatus, getImportDetail, listImports } from './review/status.ts'
import * as schema from './schema.ts'
import { createImport } from './upload/create-import.ts'
import { UploadBody } from './upload/schema.ts'
import { acceptUploads } from './upload/upload-hook.ts'

const { JobParams } = schema
const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
const tags = ['imports']

export async function importRoutes(app: App, deps: Deps) {
  await app.register(async (uploads) => {
    await uploads.register(multipart)
    uploadRoute(uploads as App, deps)
  })
  await importEvents(app, deps)
  readRoutes(app, deps)
  reviewRoutes(app, deps)
  repairRoutes(app, deps)
  lifecycleRoutes(app, deps)
  reportRoutes(app, deps)
  presetRoutes(app, deps)
  flaggedImportRoutes(app, deps)
}

function uploadRoute(app: App, deps: Deps) {
  app.post(
    '/contacts/import',
    {
      config: { ...config, idempotency: 'required' },
      ...acceptUploads(deps),
      schema: {
        tags,
        summary: 'Upload a contact file',
        description:
          'CSV, XLSX, ODS or vCard, at most 50 MB. The response is sent once the file is stored; processing continues in the background. Parts may be in ' +
          'any order. The idempotency key covers the fields and the bytes of the file: repeating the request returns the first response. A ' +
          'file that was imported before is rejected with 409 `DUPLICATE_FILE` and `existingJobId`.',
        consumes: ['multipart/form-data'],
        body: UploadBody,
        response: { 202: schema.AcceptedView },
      },
    },
    async (request, reply) => {
      const { file: _, ...fields } = request.body
      return reply.code(202).send(await createImport(deps, request.vendor, request.upload, fields, request.idempotency))
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
        summary: 'List imports, newest first or oldest first',
        querystring: schema.ImportsQuery,
        response: { 200: listOf(schema.ImportView) },
      },
    },
    async (request) => {
      const pager = createPager(deps.signer, 'imports', request.vendor.vendorId)
      const page = pager.pageOf(request.query)
      const filter = { status: request.query.status, ...createdFilter(request.query) }
      const { rows, total } = await listImports(deps, request.vendor, filter, page)
      return pager.answer(page, rows, total, ({ jobId }) => jobId)
    },
  )
  app.get(
    '/contacts/import/:jobId',
    {
      config,
      schema: {
        tags,
        summary: 'Get an import with its options',
        params: JobParams,
        response: { 200: schema.ImportDetailView },
      },
    },
    (request) => getImportDetail(deps, request.vendor, request.params.jobId),
  )
  app.get(
    '/contacts/import/:jobId/status',
    {
      config,
      schema: {
        tags,
        summary: 'Get the status of an import',
        description: 'Poll until `needsAction` or `terminal` is true, or follow the WebSocket.',
        params: JobParams,
        response: { 200: schema.StatusView },
      },
    },
    (request) => getCurrentStatus(deps, request.vendor.vendorId, request.params.jobId),
  )
}

function lifecycleRoutes(app: App, deps: Deps) {
  app.post(
    '/contacts/import/:jobId/cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Cancel an import',
        description:
          'In any non-final status. After the response nothing more is saved. In PERSISTING, contacts that were already saved are taken back as by an undo; `undo` of the status counts them.',
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
        summary: 'Undo an import',
        description:
          'Once, after COMPLETED or PARTIAL_SUCCESS. Contacts it created are deleted and others are restored; contacts ' +
          'edited since then are kept. The status counts each group.',
        params: JobParams,
        response: { 202: schema.UndoView },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await undoImport(deps, request.vendor, request.params.jobId, request.idempotency)),
  )
}
