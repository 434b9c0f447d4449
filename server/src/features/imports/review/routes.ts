import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { isId } from '../../../platform/ids.ts'
import * as schema from './schema.ts'
import { whatIf } from './what-if.ts'

const JobParams = z.object({ jobId: z.string().refine(isId) })
const config = { access: ANY_VENDOR_USER } as const
const tags = ['imports']

export function reviewRoutes(app: App, deps: Deps) {
  app.get(
    '/contacts/import/:jobId/what-if',
    {
      config,
      schema: {
        tags,
        summary: 'Compare default countries',
        description:
          'In PENDING_REVIEW: how the rows would be read with each of these default countries. Nothing is changed.',
        params: JobParams,
        querystring: schema.WhatIfQuery,
        response: { 200: schema.WhatIfView },
      },
    },
    (request) => whatIf(deps, request.vendor, request.params.jobId, request.query.countries),
  )
}
