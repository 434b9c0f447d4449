import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../../platform/deps.ts'
import type { App } from '../../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../../platform/http/guards/access.ts'
import * as schema from '../../schema.ts'
import { errorReport, warningReport } from './reports.ts'

const { JobParams } = schema
const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
const tags = ['imports']
const CSV = { content: { 'text/csv': { schema: z.string() } } }

export function reportRoutes(app: App, deps: Deps) {
  app.get(
    '/contacts/import/:jobId/reports/errors',
    {
      config,
      schema: {
        tags,
        summary: 'Download failed rows as CSV',
        description:
          'The original rows with the columns FailureReason and RowId. Once corrected, the file can be uploaded again; RowId links that import to this one.',
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
        summary: 'Download warnings as CSV',
        description:
          'Row and warning. For a duplicate number, the later rows have a warning that refers to the first row.',
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
