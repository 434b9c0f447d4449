import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../platform/http/pagination.ts'
import { createTemplate } from './create.ts'
import { listTemplates, readTemplate } from './read.ts'
import { removeTemplate } from './remove.ts'
import { resubmitTemplate } from './resubmit.ts'
import { TemplateBody, TemplateChangeBody, TemplateQuery, TemplateView } from './schema.ts'

export function templateRoutes(app: App, deps: Deps) {
  const config = { access: ANY_VENDOR_USER, resource: 'templates' } as const
  const tags = ['templates']

  app.post(
    '/templates',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Submit a template for review',
        description:
          'With `components` in the format of the provider, or with `body` alone; missing examples are added. A ' +
          'template that breaks a rule is 422 `TEMPLATE_INVALID`, which names the rule; a template the provider refuses is 422 `TEMPLATE_REFUSED` in ' +
          'its words. The review takes from a minute to a day: poll `status`, or wait for the notification.',
        body: TemplateBody,
        response: { 201: TemplateView },
      },
    },
    async ({ vendor, body, idempotency }, reply) =>
      reply.code(201).send(await createTemplate(deps, vendor, body, idempotency)),
  )
  app.get(
    '/templates',
    {
      config,
      schema: {
        tags,
        summary: 'List templates, newest first or oldest first',
        querystring: TemplateQuery,
        response: { 200: listOf(TemplateView) },
      },
    },
    async ({ vendor: { vendorId }, query }) => {
      const pager = createPager(deps.signer, 'templates', vendorId)
      const page = pager.pageOf(query)
      const { templates, total } = await listTemplates(deps.db, vendorId, { status: query.status }, page)
      return pager.answer(page, templates, total, ({ id }) => id)
    },
  )
  app.get(
    '/templates/:id',
    { config, schema: { tags, summary: 'Get a template', params: IdParams, response: { 200: TemplateView } } },
    ({ vendor, params }) => readTemplate(deps.db, vendor.vendorId, params.id),
  )
  app.put(
    '/templates/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Edit and resubmit a rejected template',
        description:
          'It keeps its name, language and id. 409 `INVALID_STATE` unless it is REJECTED; rule violations and ' +
          'refusals are reported as for a new template.',
        params: IdParams,
        body: TemplateChangeBody,
        response: { 200: TemplateView },
      },
    },
    ({ vendor, params, body }) => resubmitTemplate(deps, vendor, params.id, body),
  )
  app.delete(
    '/templates/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a template',
        description: 'Also deleted at the provider, which blocks the name of an approved template for 30 days.',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async ({ vendor, params }, reply) => {
      await removeTemplate(deps, vendor, params.id)
      return reply.code(204).send()
    },
  )
}
