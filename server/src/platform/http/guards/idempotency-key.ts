import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_CHARS_MAX } from '../../../domain/limits.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { claimKey, type IdempotencyRecord, KeyedRequest, NO_IDEMPOTENCY_KEY } from '../../idempotency/idempotency.ts'
import type { App } from '../app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes an Idempotency-Key. */
    idempotency?: 'honoured' | 'required'
  }
  interface FastifyRequest {
    /** For the use case, which saves its answer in its own transaction. */
    idempotency: IdempotencyRecord
  }
}

/** Printable ASCII, so that keys can be compared and logged as they are. */
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARS_MAX}}$`)

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'log'>

export function honourIdempotencyKeys(app: App, deps: KeyDeps) {
  app.decorateRequest('idempotency', { getter: () => NO_IDEMPOTENCY_KEY })
  // Added to the routes that take a key, so that other routes do no extra work.
  app.addHook('onRoute', (route) => {
    if (!route.config?.idempotency) return
    route.preHandler = [claimFor(deps), ...[route.preHandler ?? []].flat()]
    route.onSend = [...[route.onSend ?? []].flat(), saveFor(deps)]
  })
}

/** For hooks that run before the key is claimed. Undefined where the route does not require one. */
export function readIdempotencyKey({ headers, routeOptions }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (!key && routeOptions.config.idempotency === 'required') throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
  // An empty key where none is required is a mistake of the client, which relies on it.
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY.test(key)) return key
  throw new AppError('VALIDATION_FAILED', {
    detail: `Idempotency-Key: must be 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} printable characters`,
  })
}

const claimFor = (deps: KeyDeps) =>
  async function claimKeyOfRequest(request: FastifyRequest, reply: FastifyReply) {
    const { principal } = request
    if (!principal) return
    const key = readIdempotencyKey(request)
    if (key === undefined) return
    const scopeId = principal.kind === 'vendor' ? principal.vendorId : principal.accountId
    const [path] = request.url.split('?')
    const claim = await claimKey(
      deps,
      { scopeId, route: `${request.method} ${request.routeOptions.url}`, key },
      { method: request.method, path, query: request.query, body: request.body },
    )
    if (claim.kind === 'first') {
      Object.defineProperty(request, 'idempotency', { value: claim.request })
      return
    }
    return reply
      .code(claim.statusCode)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(claim.answer)
  }

const saveFor = (deps: KeyDeps) =>
  async function saveAnswerOfRequest(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const { idempotency } = request
    if (idempotency instanceof KeyedRequest)
      await idempotency
        .finish(reply.statusCode, typeof payload === 'string' ? payload : '')
        .catch((err: unknown) => deps.log.warn({ event: 'idempotency.store_failed', requestId: request.id, err }))
    return payload
  }
