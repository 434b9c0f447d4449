import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../../platform/http/pagination.ts'
import { JobParams } from '../schema.ts'
import { listRows } from './list-rows.ts'
import { excludeRows, repairRow, replaceInColumn, undoReplacement } from './repair.ts'
import * as schema from './schema.ts'

const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
const tags = ['imports']

export function repairRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  changeRoutes(app, deps)
}

function listRoute(app: App, deps: Deps) {
  app.get(
    '/contacts/import/:jobId/rows',
    {
      config,
      schema: {
        tags,
        summary: 'List the rows of an import',
        description:
          'In PENDING_REVIEW, in file order, with all cells and what becomes of each row. Continue with `cursor`, or jump with `fromRow`.',
        params: JobParams,
        querystring: ListQuery.omit({ page: true }).extend(schema.RowsQuery.shape),
        response: { 200: listOf(schema.RowView) },
      },
    },
    async (request) => {
      const { jobId } = request.params
      const { status, fromRow = 1 } = request.query
      const pager = createPager(deps.signer, `import-rows:${jobId}`, request.vendor.vendorId)
      const page = pager.pageOf(request.query)
      const next = page.after === undefined ? fromRow : Math.max(fromRow, Number(page.after) + 1)
      const query = { status, fromRow: next, limit: page.limit }
      const { rows, total } = await listRows(deps, request.vendor, jobId, query)
      return pager.answer(page, rows, total, ({ rowIndex }) => String(rowIndex))
    },
  )
}

function changeRoutes(app: App, deps: Deps) {
  app.patch(
    '/contacts/import/:jobId/rows/:rowIndex',
    {
      config,
      schema: {
        tags,
        summary: 'Correct cells of a row',
        description:
          'In PENDING_REVIEW. The row is checked as if the file had been uploaded with these cells; preview, totals, reports and the ' +
          'rows with the same number follow. The response is the row with its new outcome.',
        params: JobParams.extend(schema.RowParams.shape),
        body: schema.RepairBody,
        response: { 200: schema.RowView },
      },
    },
    (request) => repairRow(deps, request.vendor, request.params.jobId, request.params.rowIndex, request.body.cells),
  )
  for (const kind of ['exclude', 'include'] as const)
    app.post(
      `/contacts/import/:jobId/rows/${kind}`,
      {
        config,
        schema: {
          tags,
          summary: kind === 'exclude' ? 'Leave rows out of an import' : 'Take excluded rows back in',
          description:
            kind === 'exclude'
              ? 'In PENDING_REVIEW. The import continues as if the file did not contain these rows.'
              : 'In PENDING_REVIEW. Rows that are not excluded stay as they are.',
          params: JobParams,
          body: schema.RowIndexesBody,
          response: { 200: schema.ChangedRowsView },
        },
      },
      (request) => excludeRows(deps, request.vendor, request.params.jobId, kind, request.body.rowIndexes),
    )
  app.post(
    '/contacts/import/:jobId/rows/replace',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Find and replace in a column',
        description: 'In PENDING_REVIEW. Changes all matching cells of one column, also in excluded rows, or none.',
        params: JobParams,
        body: schema.ReplaceBody,
        response: { 200: schema.ReplacedView },
      },
    },
    (request) => replaceInColumn(deps, request.vendor, request.params.jobId, request.body, request.idempotency),
  )
  app.post(
    '/contacts/import/:jobId/rows/replace/:replacementId/undo',
    {
      config,
      schema: {
        tags,
        summary: 'Undo a replacement',
        description:
          'In PENDING_REVIEW. The cells get their earlier text back, except for cells that were changed again since. The ' +
          'last 20 replacements of an import can be undone, until its columns are mapped again.',
        params: JobParams.extend(schema.ReplacementParams.shape),
        response: { 200: schema.ChangedRowsView },
      },
    },
    (request) => undoReplacement(deps, request.vendor, request.params.jobId, request.params.replacementId),
  )
}
