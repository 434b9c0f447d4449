import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_CHARS_MAX } from '../../../domain/limits.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { claimKey, KeyedCall, type Once, UNKEYED } from '../../idempotency/idempotency.ts'
import type { App } from '../app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes an Idempotency-Key. */
    idempotency?: 'honoured' | 'required'
  }
  interface FastifyRequest {
    /** Hand this to the use case, which keeps its answer in its own transaction. */
    once: Once
  }
}

/** Printable ASCII, so that keys can be compared and logged without surprises. */
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARS_MAX}}$`)

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'log'>

export function honourIdempotencyKeys(app: App, deps: KeyDeps) {
  app.decorateRequest('once', { getter: () => UNKEYED })
  // Only routes that take a key pay for it.
  app.addHook('onRoute', (route) => {
    if (!route.config?.idempotency) return
    route.preHandler = [claimFor(deps), ...[route.preHandler ?? []].flat()]
    route.onSend = [...[route.onSend ?? []].flat(), keepFor(deps)]
  })
}

const claimFor = (deps: KeyDeps) =>
  async function claimKeyOfRequest(request: FastifyRequest, reply: FastifyReply) {
    const mode = request.routeOptions.config.idempotency
    const { principal } = request
    if (!mode || !principal) return
    const key = request.headers['idempotency-key']
    if (key === undefined && mode === 'honoured') return
    if (key === undefined) throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
    if (typeof key !== 'string' || !KEY.test(key))
      throw new AppError('VALIDATION_FAILED', {
        detail: `Idempotency-Key: must be 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} printable characters`,
      })
    const scopeId = principal.kind === 'vendor' ? principal.vendorId : principal.accountId
    const [path] = request.url.split('?')
    const claim = await claimKey(
      deps,
      { scopeId, route: `${request.method} ${request.routeOptions.url}`, key },
      { method: request.method, path, query: request.query, body: request.body },
    )
    if (claim.kind === 'first') {
      Object.defineProperty(request, 'once', { value: claim.call })
      return
    }
    return reply
      .code(claim.statusCode)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(claim.answer)
  }

const keepFor = (deps: KeyDeps) =>
  async function keepAnswerOfRequest(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const { once } = request
    if (once instanceof KeyedCall)
      await once
        .finish(reply.statusCode, typeof payload === 'string' ? payload : '')
        .catch((err: unknown) => deps.log.warn({ event: 'idempotency.store_failed', requestId: request.id, err }))
    return payload
  }
