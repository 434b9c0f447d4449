import { PAGE_SIZE_DEFAULT } from '../../../domain/limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { ListQuery } from '../../../platform/http/pagination.ts'
import * as imports from '../schema.ts'
import { changeStrategy } from './change-strategy.ts'
import { confirmImport } from './confirm-import.ts'
import { confirmMapping, getMapping } from './confirm-mapping.ts'
import { previewImport } from './preview/preview.ts'
import { WhatIfQuery, WhatIfView } from './schema.ts'
import { whatIf } from './what-if.ts'

const { JobParams } = imports
const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
const tags = ['imports']

/** From the mapping to the confirmation. */
export function reviewRoutes(app: App, deps: Deps) {
  mappingRoutes(app, deps)
  previewRoute(app, deps)
  whatIfRoute(app, deps)
  decisionRoutes(app, deps)
}

function mappingRoutes(app: App, deps: Deps) {
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
        response: { 200: imports.MappingView },
      },
    },
    (request) => getMapping(deps, request.vendor, request.params.jobId),
  )
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
        body: imports.MappingBody,
        response: { 202: imports.StateView },
      },
    },
    async (request, reply) =>
      reply
        .code(202)
        .send(await confirmMapping(deps, request.vendor, request.params.jobId, request.body, request.idempotency)),
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
        querystring: ListQuery.omit({ cursor: true }).extend(imports.PreviewQuery.shape),
        response: { 200: imports.PreviewView },
      },
    },
    (request) => {
      const { page = 1, pageSize = PAGE_SIZE_DEFAULT, kind, action } = request.query
      return previewImport(deps, request.vendor, request.params.jobId, { page, pageSize, kind, action })
    },
  )
}

function whatIfRoute(app: App, deps: Deps) {
  app.get(
    '/contacts/import/:jobId/what-if',
    {
      config,
      schema: {
        tags,
        summary: 'Compare default countries',
        description:
          'In PENDING_REVIEW: how the rows would be read with each of these default countries. Nothing is changed. Of more ' +
          'than 20,000 rows, a sample is read and the counts are estimates; `sampledRows` says so.',
        params: JobParams,
        querystring: WhatIfQuery,
        response: { 200: WhatIfView },
      },
    },
    (request) => whatIf(deps, request.vendor, request.params.jobId, request.query),
  )
}

function decisionRoutes(app: App, deps: Deps) {
  app.patch(
    '/contacts/import/:jobId',
    {
      config,
      schema: {
        tags,
        summary: 'Change the merge strategy',
        description: 'In PENDING_REVIEW. The response is sent once the preview has been recomputed.',
        params: JobParams,
        body: imports.StrategyBody,
        response: { 200: imports.StatusView },
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
        summary: 'Confirm an import',
        description:
          'If a confirm and a cancel arrive at the same time, exactly one succeeds; a later cancel takes back what was saved. Each contact is checked again when it is ' +
          'saved; `result.changedSincePreview` counts the contacts that differ from the preview. With `planHash`, 409 `PLAN_CHANGED` and ' +
          '`changedContacts` if the result has changed since. FULL_REPLACE requires an administrator.',
        params: JobParams,
        body: imports.ConfirmBody,
        response: { 202: imports.StateView },
      },
    },
    async (request, reply) => {
      const { planHash } = request.body ?? {}
      const { jobId } = request.params
      return reply.code(202).send(await confirmImport(deps, request.vendor, jobId, planHash, request.idempotency))
    },
  )
}
