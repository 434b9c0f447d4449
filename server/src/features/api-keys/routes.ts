import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { VENDOR_ADMIN } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { createApiKey, deleteApiKey, listApiKeys } from './keys.ts'
import { ApiKeyBody, ApiKeyView, NewApiKeyView } from './schema.ts'

export function apiKeyRoutes(app: App, deps: Deps) {
  const access = { access: VENDOR_ADMIN } as const
  const keyTags = ['vendor']
  app.get(
    '/vendor/api-keys',
    {
      config: access,
      schema: { tags: keyTags, summary: 'API keys', querystring: ListQuery, response: { 200: listOf(ApiKeyView) } },
    },
    async (request) => {
      const pager = createPager(deps.signer, 'api-keys', request.vendor.vendorId)
      const keys = (await listApiKeys(deps, request.vendor)).map(presentKey)
      return pager.answerAll(request.query, keys, (key) => key.id, 'falling')
    },
  )
  app.post(
    '/vendor/api-keys',
    {
      config: access,
      schema: { tags: keyTags, summary: 'Make an API key', body: ApiKeyBody, response: { 201: NewApiKeyView } },
    },
    async (request, reply) => {
      const created = await createApiKey(deps, request.vendor, request.body.name)
      return reply.code(201).send({ ...presentKey({ ...created, lastUsedAt: null }), key: created.key })
    },
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

interface ApiKeyRow {
  id: string
  name: string
  hint: string
  createdAt: Date
  lastUsedAt: Date | null
}

const presentKey = ({ id, name, hint, createdAt, lastUsedAt }: ApiKeyRow) => ({
  id,
  name,
  hint,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
