import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { IDEMPOTENCY_KEY_CHARS_MAX } from '../../domain/limits.ts'
import { ERRORS } from '../errors.ts'
import type { App } from './app.ts'
import { scopeOf } from './guards/api-scope.ts'

export const DOCS_PATH = '/docs'

/**
 * Builds the OpenAPI 3.1 document from the schemas that validate requests. The page is /docs, the document /docs/json.
 */
export async function describeApi(app: App, version: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Harkara API', version, description: introduction() },
      tags: [
        { name: 'auth', description: 'Registration, sign-in and sessions' },
        { name: 'vendor', description: 'Company, team and API keys' },
        { name: 'contacts', description: 'Contacts, labels and contact lists' },
        { name: 'imports', description: 'Contact imports: upload, preview, confirm, reports, undo' },
        { name: 'billing', description: 'Wallet, payments, invoices, subscription and prices' },
        { name: 'notifications', description: 'Notifications' },
        { name: 'templates', description: 'Message templates and their media files' },
        { name: 'campaigns', description: 'Quotations, campaigns and message status' },
        { name: 'conversations', description: 'Conversations, replies and auto-replies' },
        { name: 'admin', description: 'Platform operators only' },
      ],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT or hk_… key' } } },
      security: [{ bearer: [] }],
    },
    transform: describeAnswers,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true, displayRequestDuration: true },
    theme: {
      title: 'Harkara API',
      css: [{ filename: 'harkara.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}

/** Adds the common refusals to every route, and the route's summary to answers without a description. */
const describeAnswers: SwaggerTransform = (document) => {
  const { schema: transformed, url } = jsonSchemaTransform(document as Parameters<typeof jsonSchemaTransform>[0])
  const schema = withScope(withIdempotencyKey(transformed, document.route.config?.idempotency), scopeOf(document.route))
  const described = schema as { hide?: boolean; summary?: string; response?: Record<string, object> } | undefined
  if (!described || described.hide) return { schema, url }
  const answers = Object.entries(described.response ?? {}).map(
    ([status, answer]) => [status, { description: described.summary ?? 'Done', ...answer }] as const,
  )
  const roles = document.route.config?.operatorRoles
  return {
    schema: {
      ...schema,
      ...(roles && { 'x-operator-roles': roles }),
      response: { ...Object.fromEntries(answers), '4xx': REFUSED },
    },
    url,
  }
}

/** Since OpenAPI 3.1 a bearer requirement can name what the token must be allowed to do. */
const withScope = (schema: FastifySchema, scope: string | undefined): FastifySchema =>
  scope ? { ...schema, security: [{ bearer: [scope] }] } : schema

/** Declares the header for generated clients. It is not part of the route schemas, because a hook reads it. */
function withIdempotencyKey(schema: FastifySchema, mode: 'honoured' | 'required' | undefined): FastifySchema {
  if (!mode) return schema
  const key = {
    type: 'string',
    minLength: 1,
    maxLength: IDEMPOTENCY_KEY_CHARS_MAX,
    description:
      'A unique key for this request, such as a UUID. Repeating the request with the same key within 24 hours returns the first ' +
      'response, and nothing happens twice.',
    example: '7d0e8a11-3f0c-4e6b-9a42-01a1dd375b1c',
  }
  const properties = { 'Idempotency-Key': key }
  return {
    ...schema,
    headers: { type: 'object', properties, required: mode === 'required' ? ['Idempotency-Key'] : [] },
  }
}

const REFUSED = {
  description: 'Error: see the table of codes above',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const introduction = () => `Send \`Authorization: Bearer <token>\` with an access token from sign-in, or an API key.

API keys act as members of the team. An operation that a key can use names the scope that it needs; keys without a list
of scopes have all of them.

Errors are \`application/problem+json\` with a stable \`code\`:

| status | code | meaning |
|---|---|---|
${Object.entries(ERRORS)
  .map(([code, [status, title]]) => `| ${status} | \`${code}\` | ${title} |`)
  .join('\n')}`
