import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyReply, type FastifyRequest, type FastifySerializerCompiler } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { RouteModule } from '../config/role.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { validationMessage } from '../validation-messages.ts'
import type { App } from './app.ts'
import { API_HEADERS, answerError, sendProblem } from './errors/problem.ts'
import { createUnreadableHandler, refuseUnreadable } from './errors/unreadable-requests.ts'
import { allowFallbackPage } from './fallback-page.ts'
import { guardRoutes, PUBLIC } from './guards/access.ts'
import { requireOneHost } from './guards/host-header.ts'
import { honourIdempotencyKeys } from './guards/idempotency-key.ts'
import { refuseNulInBody, refuseNulInQueries } from './guards/nul-characters.ts'
import { limitSlowBodies } from './guards/slow-bodies.ts'
import { parseStrictJson } from './guards/strict-json.ts'
import { type DeviceOf, throttleRequests } from './guards/throttle.ts'
import { refuseUnwantedBodies } from './guards/unexpected-body.ts'
import { type Checks, healthRoutes } from './health.ts'
import { DOCS_PATH, describeApi } from './openapi.ts'
import type { Authenticate } from './principal.ts'
import { measureRoutes } from './route-metrics.ts'
import { securityHeaders } from './security-headers.ts'
import { traceRequests } from './trace-requests.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** The time for a whole request to arrive. A file of 50 MB needs about seven minutes at 1 Mbit/s. */
const REQUEST_MS_MAX = 10 * MINUTE_MS
/**
 * How long unknown callers may take: for the headers, and for the body. With the pause between two checks and the time
 * for the answer to be read, the connection is closed within 15 s.
 */
export const STRANGER_LIMITS = { headersMs: 10_000, bodyMs: 10_000, checkEveryMs: 1_000 }
const ALIAS_PREFIX = '/v1'

interface AppOptions {
  /** Mounted under the API prefix. */
  apiRoutes: readonly RouteModule[]
  /** Mounted at the root. */
  rootRoutes: readonly RouteModule[]
  authenticate: Authenticate
  /** Without it no browser is recognised. */
  deviceOf?: DeviceOf
  checks: Checks
  version: string
  strangerLimits?: typeof STRANGER_LIMITS
}

/** Builds the HTTP server of a process, with everything that all routes share. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  const { config, log } = deps
  const { headersMs, bodyMs, checkEveryMs } = options.strangerLimits ?? STRANGER_LIMITS
  const security = securityHeaders(config)
  const app: App = Fastify({
    logger: false,
    genReqId: () => newId<'request'>(),
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: config.TRUST_PROXY,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    requestTimeout: REQUEST_MS_MAX,
    // Node would answer a missing Host header without a body instead of with a problem document.
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs, requireHostHeader: false },
    rewriteUrl: (request) => rewriteAlias(request.url ?? '/', config.API_PREFIX),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(security), log),
    clientErrorHandler: createUnreadableHandler(security),
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>()
  z.config({ customError: validationMessage })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializeAnswers)

  refuseUnreadable(app, security)
  parseJsonStrictly(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security).header('x-request-id', request.id)
    done()
  })
  requireOneHost(app)
  limitSlowBodies(app, bodyMs, security)
  countRequests(app, deps)
  traceRequests(app, deps.tracer)
  app.addHook('onRoute', (route) => {
    // Only the documentation plugin registers routes without `access`.
    if (route.url.startsWith(DOCS_PATH)) route.config = { ...route.config, access: PUBLIC }
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
  allowFallbackPage(app)
  app.setNotFoundHandler(
    (request, reply) => app.fallbackPage.of(request, reply) ?? sendProblem(new AppError('NOT_FOUND'), request, reply),
  )

  if (config.CORS_ALLOWED_ORIGINS.length > 0)
    await app.register(cors, {
      origin: config.CORS_ALLOWED_ORIGINS,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      // An OPTIONS request that is no preflight is answered without a body; the plugin's own refusal is plain text.
      strictPreflight: false,
    })
  await app.register(cookie, { hook: false }) // only sign-in reads cookies, and parses them itself
  guardRoutes(app, options.authenticate, `${config.API_PREFIX}/admin`)
  throttleRequests(app, deps, options.deviceOf ?? (() => undefined))
  honourIdempotencyKeys(app, deps)
  refuseUnwantedBodies(app)
  refuseNulInQueries(app)

  await describeApi(app, options.version)
  healthRoutes(app, deps, options.checks)
  await app.register(async (root) => {
    // Each page has a policy of its own; see security-headers.ts.
    await root.register(helmet, { contentSecurityPolicy: false, hsts: false })
    for (const mount of options.rootRoutes) await mount(root as App, deps)
  })
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.headers(API_HEADERS)
        await deps.blindIndex.refresh(deps.db)
      })
      for (const mount of options.apiRoutes) await mount(api as App, deps)
    },
    { prefix: config.API_PREFIX },
  )
  return app
}

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Retry-After',
  'Idempotency-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

/** `/v1/…` is an alias of the configured prefix, so that one set of routes and one document serve both. */
function rewriteAlias(url: string, prefix: string) {
  return url.startsWith(`${ALIAS_PREFIX}/`) && prefix !== ALIAS_PREFIX ? prefix + url.slice(ALIAS_PREFIX.length) : url
}

/** Accepts only JSON, or an empty body. Routes that take other content add their own parser. */
function parseJsonStrictly(app: App) {
  // Rejects invalid UTF-8. A lenient decoder would replace the bytes, and two different passwords could become equal.
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const read = (body: Buffer) => {
    try {
      const text = utf8.decode(body)
      return { text, value: parseStrictJson(text) }
    } catch {
      throw new AppError('MALFORMED_JSON')
    }
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length === 0) return undefined
    const { text, value } = read(body)
    refuseNulInBody(text, value)
    return value
  })
}

function countRequests(app: App, { metrics, log }: Deps) {
  const timesOf = measureRoutes(metrics.registry)
  const measure = (method: string, route: string) => {
    const note = timesOf(method, route)
    return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      note(reply.statusCode, reply.elapsedTime / 1000)
      if (log.isLevelEnabled('debug')) {
        const { statusCode: status, elapsedTime: ms } = reply
        log.debug({ event: 'http.request', requestId: request.id, method, route, status, ms: Math.round(ms) })
      }
      done()
    }
  }
  app.addHook('onRoute', (route) => {
    route.onResponse = [...[route.onResponse ?? []].flat(), measure([route.method].flat().join(','), route.url)]
  })
  const measureUnknown = measure('any', 'unknown')
  app.addHook('onResponse', (request, reply, done) => (request.is404 ? measureUnknown(request, reply, done) : done()))
}

/**
 * Drops fields that the schema does not name. The schemas of answers transform nothing, so the fast zod parser is
 * enough.
 */
const serializeAnswers: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const parsed = z.safeParse(schema, data)
    if (!parsed.success) throw new Error(`the response of ${method} ${url} does not match its schema`)
    return JSON.stringify(parsed.data)
  }
