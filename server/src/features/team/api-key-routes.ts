import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { deleteApiKey } from '../api-keys/keys.ts'
import { ApiKeyBody, ApiKeyView, NewApiKeyView } from '../api-keys/schema.ts'
import { createKey, listKeys } from './api-keys.ts'

export function apiKeyRoutes(app: App, deps: Deps) {
  const access = { access: VENDOR_ADMIN } as const
  const keyTags = ['vendor']
  app.get(
    '/vendor/api-keys',
    {
      config: access,
      schema: {
        tags: keyTags,
        summary: 'List API keys',
        querystring: ListQuery,
        response: { 200: listOf(ApiKeyView) },
      },
    },
    async (request) => {
      const pager = createPager(deps.signer, 'api-keys', request.vendor.vendorId)
      return pager.answerAll(request.query, await listKeys(deps, request.vendor), (key) => key.id, 'falling')
    },
  )
  app.post(
    '/vendor/api-keys',
    {
      config: access,
      schema: { tags: keyTags, summary: 'Create an API key', body: ApiKeyBody, response: { 201: NewApiKeyView } },
    },
    async (request, reply) => reply.code(201).send(await createKey(deps, request.vendor, request.body)),
  )
  app.delete(
    '/vendor/api-keys/:id',
    {
      config: access,
      schema: { tags: keyTags, summary: 'Delete an API key', params: IdParams, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      await deleteApiKey(deps, request.vendor, request.params.id)
      return reply.code(204).send()
    },
  )
}
