import multipart from '@fastify/multipart'
import { z } from 'zod'
import { PAGE_SIZE_DEFAULT } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createdFilter, createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'
import { flaggedImportRoutes } from './inspection/flagged-import-routes.ts'
import { cancelImport } from './lifecycle/cancel.ts'
import { undoImport } from './lifecycle/undo.ts'
import { presetRoutes } from './mappings/preset-routes.ts'
import { changeStrategy } from './review/change-strategy.ts'
import { confirmImport } from './review/confirm-import.ts'
import { confirmMapping, getMapping } from './review/confirm-mapping.ts'
import { importEvents } from './review/events.ts'
import { previewImport } from './review/preview/preview.ts'
import { reportRoutes } from './review/reports/report-routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { getCurrentStatus, getImportDetail, listImports } from './review/status.ts'
import * as schema from './schema.ts'
import { createImport } from './upload/create-import.ts'
import { UploadBody } from './upload/schema.ts'
import { acceptUploads } from './upload/upload-hook.ts'

const JobParams = z.object({ jobId: z.string().refine(isId) })
const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
const tags = ['imports']

export async function importRoutes(app: App, deps: Deps) {
  await app.register(async (uploads) => {
    await uploads.register(multipart)
    uploadRoute(uploads as App, deps)
  })
  await importEvents(app, deps)
  readRoutes(app, deps)
  previewRoute(app, deps)
  reviewRoutes(app, deps)
  actionRoutes(app, deps)
  endRoutes(app, deps)
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
  app.get(
    '/contacts/import/:jobId/mapping',
    {
      config,
      schema: {
        tags,
        summary: 'Get the columns of the file',
        description:
          'With sample cells, the suggested mapping and the confirmed mapping; the sheets of a workbook and the first rows ' +
          'as they are in the file, to choose another sheet or header row. 409 until the file has been read.',
        params: JobParams,
        response: { 200: schema.MappingView },
      },
    },
    (request) => getMapping(deps, request.vendor, request.params.jobId),
  )
}

function previewRoute(app: App, deps: Deps) {
  app.get(
    '/contacts/import/:jobId/preview',
    {
      config,
      schema: {
        tags,
        summary: 'Preview an import',
        description:
          'Computed from the current contacts; while rows are still being processed, for the rows processed so far. One item per ' +
          'number, at its first row. 409 unless the status is PROCESSING or PENDING_REVIEW.',
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
        summary: 'Map the columns',
        description:
          'In AWAITING_MAPPING, and in PENDING_REVIEW, where the rows are then processed again. Columns that are left out are ignored; ' +
          'several columns may be `phone`, `labels` or `attribute`, and at least one must be `phone`. Another `sheet` or `headerRow` is ' +
          'read first: `columns` apply if they fit, and without them the columns are recognised; otherwise the job waits in ' +
          'AWAITING_MAPPING again. The other options given replace those of the upload.',
        params: JobParams,
        body: schema.MappingBody,
        response: { 202: schema.StateView },
      },
    },
    async (request, reply) =>
      reply
        .code(202)
        .send(await confirmMapping(deps, request.vendor, request.params.jobId, request.body, request.idempotency)),
  )
  app.patch(
    '/contacts/import/:jobId',
    {
      config,
      schema: {
        tags,
        summary: 'Change the merge strategy',
        description: 'In PENDING_REVIEW. The response is sent once the preview has been recomputed.',
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
        summary: 'Confirm an import',
        description:
          'If a confirm and a cancel arrive at the same time, exactly one succeeds; a later cancel takes back what was saved. Each contact is checked again when it is ' +
          'saved; `result.changedSincePreview` counts the contacts that differ from the preview. With `planHash`, 409 `PLAN_CHANGED` and ' +
          '`changedContacts` if the result has changed since. FULL_REPLACE requires an administrator.',
        params: JobParams,
        body: schema.ConfirmBody,
        response: { 202: schema.StateView },
      },
    },
    async (request, reply) => {
      const { planHash } = request.body ?? {}
      const { jobId } = request.params
      return reply.code(202).send(await confirmImport(deps, request.vendor, jobId, planHash, request.idempotency))
    },
  )
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
